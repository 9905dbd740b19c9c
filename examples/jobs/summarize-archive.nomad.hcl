# Batch inference over an archive: six workers of two GPUs each.

variable "workers" {
  type    = number
  default = 6
}

job "summarize-archive" {
  type     = "batch"
  priority = 30

  group "worker" {
    count = var.workers

    meta = {
      "gpu_planner"          = "batch-inference"
      "gpu_planner_priority" = "25"
      "gpu_planner_duration" = "9h"
    }

    constraint {
      attribute = "${meta.gpu_planner_gate}"
      value     = "open"
    }

    task "vllm-batch" {
      driver = "docker"

      config {
        image = "vllm/vllm-openai:v0.11.0"
        args = [
          "run-batch",
          "--model", "meta-llama/Llama-3.1-70B-Instruct",
          "--quantization", "fp8",
          "--tensor-parallel-size", "2",
          "-i", "/archive/part-${NOMAD_ALLOC_INDEX}-of-${var.workers}.jsonl",
          "-o", "/archive/out-${NOMAD_ALLOC_INDEX}.jsonl",
        ]
        volumes = ["/mnt/archive:/archive"]
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
