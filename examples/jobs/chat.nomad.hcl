# A real-time service. Services carry no gate: they are planned from their first
# submission, and the planner moves their count along the forecast.

variables {
  model = "Qwen/Qwen2.5-72B-Instruct-AWQ"
}

job "chat" {
  type     = "service"
  priority = 90

  update {
    max_parallel = 1
    canary       = 0
  }

  group "server" {
    count = 2

    scaling {
      enabled = true
      min     = 2
      max     = 8
    }

    meta {
      gpu_planner          = "realtime"
      gpu_planner_headroom = "0%" # the forecast has it already
    }

    network {
      port "http" { to = 8000 }
    }

    service {
      name     = "chat"
      port     = "http"
      provider = "nomad"
      tags     = ["alloc-${NOMAD_ALLOC_INDEX}", "rack-${meta.rack}"]

      check {
        type     = "http"
        path     = "/health"
        interval = "10s"
        timeout  = "2s"
      }
    }

    task "vllm" {
      driver = "docker"

      config {
        image    = "vllm/vllm-openai:v0.11.0"
        ports    = ["http"]
        ipc_mode = "host"
        args     = ["--model", var.model, "--tensor-parallel-size", "2"]
      }

      template {
        destination = "secrets/hf.env"
        env         = true
        data        = <<-EOT
          HF_TOKEN={{ with nomadVar "nomad/jobs/chat" }}{{ .hf_token }}{{ end }}
        EOT
      }

      resources {
        cpu    = 16000
        memory = 131072

        device "nvidia/gpu" {
          count = 2

          constraint {
            attribute = "${device.attr.memory}"
            operator  = ">="
            value     = "60 GiB"
          }
        }
      }
    }
  }
}
