# Training on two whole nodes: both allocations start together or not at all.

variable "image" {
  type    = string
  default = "nvcr.io/nvidia/pytorch:25.09-py3"
}

variable "nodes" {
  type    = number
  default = 2
}

locals {
  gpus_per_node = 8
  world_size    = var.nodes * local.gpus_per_node
  checkpoints   = "/mnt/checkpoints/llm-train"
}

job "llm-train" {
  type     = "batch"
  priority = 60

  meta {
    gpu_planner          = "training"
    gpu_planner_duration = "12h"
    team                 = "foundation"
  }

  group "trainer" {
    count = var.nodes

    # The gate: no node has this meta, so the job waits until its turn.
    constraint {
      attribute = "${meta.gpu_planner_gate}"
      value     = "open"
    }

    constraint {
      operator = "distinct_hosts"
      value    = "true"
    }

    network {
      mode = "host"
      port "rendezvous" { static = 29500 }
    }

    restart {
      attempts = 3
      interval = "1h"
      delay    = "30s"
      mode     = "fail"
    }

    task "torchrun" {
      driver = "docker"

      config {
        image        = var.image
        network_mode = "host"
        ipc_mode     = "host"
        command      = "/bin/bash"
        args         = ["/local/run.sh"]
        volumes      = ["${local.checkpoints}:/checkpoints"]
      }

      template {
        destination = "local/run.sh"
        perms       = "755"
        data        = <<-EOT
          #!/bin/bash
          set -euo pipefail
          exec torchrun \
            --nnodes=${var.nodes} \
            --nproc-per-node=${local.gpus_per_node} \
            --node-rank="$NOMAD_ALLOC_INDEX" \
            --rdzv-backend=c10d \
            --rdzv-endpoint={{ key "train/llm/rendezvous" }} \
            train.py --resume /checkpoints/latest
        EOT
      }

      env {
        WORLD_SIZE       = local.world_size
        NODE_NAME        = "${node.unique.name}"
        NCCL_SOCKET_IFNAME = "eth0"
      }

      resources {
        cpu    = 120000
        memory = 1048576

        device "nvidia/gpu" {
          count = local.gpus_per_node

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
