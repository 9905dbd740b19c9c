# Four nodes at midnight: three of eight H100s, one of two models. The sweep
# holds gpu-01 until half past five; everything in jobs/ waits.

start = "2026-12-01T00:00:00Z"

node "gpu-01" {
  datacenter = "dc1"
  class      = "h100"
  cpu        = 224000  # MHz
  memory     = 2097152 # MiB
  meta       = { rack = "r1" }
  attr       = { "cpu.arch" = "amd64", "kernel.name" = "linux" }

  device "nvidia/gpu/NVIDIA H100 80GB HBM3" {
    count      = 8
    attributes = { memory = "81559 MiB", driver_version = "550.54.15" }
  }
}

node "gpu-02" {
  datacenter = "dc1"
  class      = "h100"
  cpu        = 224000
  memory     = 2097152
  meta       = { rack = "r1" }
  attr       = { "cpu.arch" = "amd64", "kernel.name" = "linux" }

  device "nvidia/gpu/NVIDIA H100 80GB HBM3" {
    count      = 8
    attributes = { memory = "81559 MiB", driver_version = "550.54.15" }
  }
}

node "gpu-03" {
  datacenter = "dc1"
  class      = "h100"
  cpu        = 224000
  memory     = 2097152
  meta       = { rack = "r2" }
  attr       = { "cpu.arch" = "amd64", "kernel.name" = "linux" }

  device "nvidia/gpu/NVIDIA H100 80GB HBM3" {
    count      = 8
    attributes = { memory = "81559 MiB", driver_version = "550.54.15" }
  }
}

# Two models in one node: one request is never served by both.
node "mixed-01" {
  datacenter = "dc1"
  class      = "mixed"
  cpu        = 156800
  memory     = 1048576
  meta       = { rack = "r2" }
  attr       = { "cpu.arch" = "amd64", "kernel.name" = "linux" }

  device "nvidia/gpu/NVIDIA A100 80GB PCIe" {
    count      = 4
    attributes = { memory = "81920 MiB", driver_version = "550.54.15" }
  }

  device "nvidia/gpu/NVIDIA L40S" {
    count      = 4
    attributes = { memory = "46068 MiB", driver_version = "550.54.15" }
  }
}

# Only this file says what runs. Its job file is in jobs/, so it is known how it
# goes on; work without one would hold its GPUs all day.
running "default" "reward-sweep" "worker" {
  allocs = [
    { node = "gpu-01", device = "nvidia/gpu/NVIDIA H100 80GB HBM3", gpus = 4 },
    { node = "gpu-01", device = "nvidia/gpu/NVIDIA H100 80GB HBM3", gpus = 4 },
  ]
  remaining = "5h30m"
}
