# A backlog that nobody waits for. It asks for twelve GPUs for half a day, which
# this day does not have left: it is the one that stays behind its gate.

job "caption-backlog" {
  type     = "batch"
  priority = 10

  meta {
    gpu_planner          = "batch-inference"
    gpu_planner_duration = "12h"
  }

  group "captioner" {
    count = 12

    constraint {
      attribute = "${meta.gpu_planner_gate}"
      value     = "open"
    }

    task "caption" {
      driver = "docker"

      config {
        image   = "registry.example.com/vision/captioner:2.3"
        args    = ["--shard", "${NOMAD_ALLOC_INDEX}", "--of", "12"]
        volumes = ["/mnt/images:/images:ro"]
      }

      resources {
        cpu    = 8000
        memory = 65536

        device "nvidia/gpu" {
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
