# `make` alone lists what there is to make.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
FUZZTIME ?= 10s
PROGRAM := bin/nomad-gpu-planner
GENERATOR := highs/generate.go $(filter-out %_test.go,$(wildcard highs/internal/gen/*.go))
GOFILES := find . -name '*.go' -not -path '*/node_modules/*'

.PHONY: help deps build test race fuzz lint bench demo days check clean FORCE

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-7s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: highs/blob/highs.wasm ## fetch HiGHS for embedding (npm), once

# HiGHS comes as a WebAssembly module in an npm package, pinned with its hash in
# the lock file; the generator lays it where it is embedded and writes the table
# of its names. It leaves files alone that are right already, so that each step
# sets a time of its own for make to go by.
highs/node_modules/.fetched: highs/package.json highs/package-lock.json
	cd highs && npm ci --no-audit --no-fund
	@touch $@

highs/blob/highs.wasm: highs/node_modules/.fetched $(GENERATOR)
	go generate ./highs
	@touch $@

build: deps $(PROGRAM) ## build bin/nomad-gpu-planner, one static file

$(PROGRAM): FORCE
	CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags '-s -w -X main.version=$(VERSION)' -o $@ ./cmd/nomad-gpu-planner

test: deps ## run all tests
	go test ./...

race: deps ## run the packages that use goroutines under the race detector
	go test -race ./mip/... ./highs/... ./planner/...

fuzz: deps ## fuzz every target for FUZZTIME (10s)
	tools/fuzz $(FUZZTIME)

lint: deps bin/tools/.built ## gofmt, go vet, staticcheck, errorlint, godot, depguard
	@out=$$($(GOFILES) | xargs gofmt -l); if [ -n "$$out" ]; then echo "gofmt would change:"; echo "$$out"; exit 1; fi
	go vet ./...
	bin/tools/staticcheck ./...
	bin/tools/go-errorlint ./...
	bin/tools/depguard ./...
	@out=$$($(GOFILES) | xargs bin/tools/godot); if [ -n "$$out" ]; then echo "$$out"; exit 1; fi

# The linters are pinned in a module of their own, so that none of what they
# need stands in ours.
bin/tools/.built: tools/go.mod tools/go.sum
	go -C tools build -o ../bin/tools/ tool
	@touch $@

bench: deps ## run the benchmarks
	go test -run '^$$' -bench . -benchtime 3x ./...

demo: build ## plan the cluster, jobs and forecasts in examples/
	$(PROGRAM) plan -cluster examples/cluster.hcl -jobs examples/jobs -forecasts examples/forecasts

days: build ## plan whole days and have ../shared/plancheck read the plans
	tools/days

check: ## all that CI runs
	.ci/run

clean: ## remove what was built and fetched
	rm -rf bin highs/node_modules highs/blob/highs.wasm
