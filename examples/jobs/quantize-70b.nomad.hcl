# Quantization for the next release: short, and needed by noon.

variable "deadline" {
  type        = string
  description = "When the quantized weights are needed, RFC 3339."
  default     = "2026-12-01T12:00:00Z"
}

job "quantize-70b" {
  type     = "batch"
  priority = 50

  constraint {
    attribute = "${attr.cpu.arch}"
    value     = "amd64"
  }

  group "quantize" {
    constraint {
      attribute = "${meta.gpu_planner_gate}"
      value     = "open"
    }

    meta {
      gpu_planner          = "quantization"
      gpu_planner_duration = "3h"
      gpu_planner_deadline = var.deadline
    }

    task "fp8" {
      driver = "docker"

      config {
        image   = "nvcr.io/nvidia/tensorrt-llm/release:1.0.0"
        command = "python3"
        args    = ["/local/quantize.py", "--qformat", "fp8", "--tp-size", "4"]
        volumes = ["/mnt/models:/models"]
      }

      template {
        destination = "local/quantize.py"
        data        = <<EOT
import runpy
# {{ env "NOMAD_ALLOC_ID" }} writes beside what was there before.
runpy.run_path("/app/examples/quantization/quantize.py", run_name="__main__")
EOT
      }

      resources {
        cpu    = 32000
        memory = 262144

        # FP8 needs Hopper, whatever the memory.
        device "nvidia/gpu" {
          count = 4

          constraint {
            attribute = "${device.model}"
            operator  = "regexp"
            value     = "H100|H200"
          }
        }
      }
    }
  }
}
