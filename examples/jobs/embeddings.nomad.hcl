# A real-time service whose forecast is in requests per second.

job "embeddings" {
  type     = "service"
  priority = 80

  meta {
    gpu_planner          = "realtime"
    gpu_planner_headroom = "0%"
  }

  group "server" {
    count = 2

    scaling {
      min = 2
      max = 4
    }

    network {
      port "http" { to = 80 }
    }

    task "tei" {
      driver = "docker"

      config {
        image = "ghcr.io/huggingface/text-embeddings-inference:89-1.8"
        ports = ["http"]
        args  = ["--model-id", "BAAI/bge-m3", "--max-client-batch-size", "64"]
      }

      resources {
        cpu    = 8000
        memory = 32768

        device "nvidia/gpu" {
          count = 1

          constraint {
            attribute = "${device.model}"
            value     = "NVIDIA L40S"
          }
        }
      }
    }
  }
}
