# A sweep of small trainings that was released yesterday evening; cluster.hcl says
# where it runs and for how long. Its file keeps the gate: submitted again, it
# would wait for its turn again.

variable "learning_rates" {
  type    = list(string)
  default = ["1e-5", "3e-5"]
}

job "reward-sweep" {
  type     = "batch"
  priority = 40

  meta {
    gpu_planner          = "training"
    gpu_planner_duration = "11h"
  }

  group "worker" {
    count = length(var.learning_rates)

    constraint {
      attribute = "${meta.gpu_planner_gate}"
      value     = "open"
    }

    task "train" {
      driver = "docker"

      config {
        image   = "nvcr.io/nvidia/pytorch:25.09-py3"
        command = "torchrun"
        args    = ["--nproc-per-node=4", "reward.py", "--rates", join(",", var.learning_rates)]
      }

      resources {
        cpu    = 48000
        memory = 524288

        device "nvidia/gpu" {
          count = 4

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
