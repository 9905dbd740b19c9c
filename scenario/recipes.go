package scenario

import "github.com/nomad-gpu-planner/nomad-gpu-planner/planner"

// The seven recipes. Where the published FIFO utilization is known, the seed is
// the first from 1 on with which FIFO lands within one point of it; else it is 1.

var mixed = recipe{
	name: "mixed", seed: 3, nodes: 2, gpus: 8,
	about: "Two nodes of eight on a working day: three services that peak at different hours beside training, batch inference and quantization that arrive all day long.",
	services: []serviceRecipe{
		{"chat", 10, 1, curve{0.8, []bump{{13, 1.6, 3.2}, {20, 1, 1.2}}}},
		{"vision", 8, 2, curve{0.2, []bump{{11, 1.1, 1.8}}}},
		{"code", 10, 1, curve{0.2, []bump{{10, 1.5, 1.8}, {15, 1.2, 1.8}}}},
	},
	classes: []class{
		{"pretrain", planner.Training, 2, []shape{{1, 4}, {1, 8}}, [2]float64{4, 7}, []float64{2, 3}, [2]float64{0, 10}},
		{"sweep", planner.Training, 6, []shape{{1, 2}}, [2]float64{4, 10}, []float64{2, 3}, [2]float64{-1, 8}},
		{"finetune", planner.Training, 6, []shape{{1, 2}, {1, 4}}, [2]float64{2, 5}, []float64{2, 3, 4}, [2]float64{2, 20}},
		{"summarize", planner.BatchInference, 8, []shape{{1, 1}, {1, 2}}, [2]float64{1, 4}, []float64{1, 2, 3}, [2]float64{1, 22}},
		{"quantize", planner.Quantization, 5, []shape{{1, 1}}, [2]float64{1, 2.5}, []float64{3, 4}, [2]float64{6, 20}},
	},
}

var trainingHeavy = recipe{
	name: "training-heavy", seed: 1, nodes: 1, gpus: 8,
	about: "One node of eight shared by a research group: long sweeps of low weight submitted the evening before, whole-node and half-node pretraining, fine-tuning through the day, and a service whose short peak claims four GPUs.",
	services: []serviceRecipe{
		{"chat", 10, 1, curve{0.1, []bump{{12, 0.9, 3.6}}}},
	},
	classes: []class{
		{"sweep", planner.Training, 3, []shape{{1, 2}}, [2]float64{7, 12}, []float64{2}, [2]float64{-4, 1}},
		{"foundation", planner.Training, 1, []shape{{1, 8}}, [2]float64{4, 6}, []float64{4}, [2]float64{14, 17}},
		{"pretrain", planner.Training, 3, []shape{{1, 4}}, [2]float64{3, 7}, []float64{2, 3}, [2]float64{0, 12}},
		{"finetune", planner.Training, 9, []shape{{1, 2}}, [2]float64{2, 5}, []float64{2, 3, 4}, [2]float64{2, 20}},
		{"evaluate", planner.BatchInference, 5, []shape{{1, 1}}, [2]float64{1, 2}, []float64{2, 3}, [2]float64{9, 22}},
	},
}

var inferenceHeavy = recipe{
	name: "inference-heavy", seed: 1, nodes: 2, gpus: 8,
	about: "Two nodes of eight that live for three services; what their peaks leave idle goes to fine-tuning, summaries and quantization.",
	services: []serviceRecipe{
		{"chat", 10, 1, curve{2.4, []bump{{13, 3, 3}, {20, 1.5, 1.5}}}},
		{"assistant", 10, 2, curve{0.6, []bump{{11, 2, 1.6}}}},
		{"embed", 6, 1, curve{1, []bump{{16, 2, 1}}}},
	},
	classes: []class{
		{"finetune", planner.Training, 7, []shape{{1, 2}, {1, 4}}, [2]float64{3, 8}, []float64{2, 3, 4}, [2]float64{-3, 18}},
		{"summarize", planner.BatchInference, 12, []shape{{1, 1}, {1, 2}}, [2]float64{2, 6}, []float64{1, 2, 3}, [2]float64{-2, 20}},
		{"quantize", planner.Quantization, 6, []shape{{1, 1}}, [2]float64{1, 2.5}, []float64{3, 4, 5}, [2]float64{4, 20}},
	},
}

var batchHeavy = recipe{
	name: "batch-heavy", seed: 1, nodes: 2, gpus: 8,
	about: "Two nodes of eight in an archive project: a long low-weight backlog submitted first, then many short batch runs of more weight, and a few half-node and whole-node fine-tunings.",
	services: []serviceRecipe{
		{"chat", 10, 1, curve{0.6, []bump{{13, 1.3, 2.6}}}},
		{"embed", 6, 1, curve{0.4, []bump{{10, 1.2, 1.4}}}},
	},
	classes: []class{
		{"archive", planner.BatchInference, 9, []shape{{1, 1}, {1, 2}}, [2]float64{7, 16}, []float64{1, 2}, [2]float64{-6, 2}},
		{"caption", planner.BatchInference, 16, []shape{{1, 1}, {1, 2}}, [2]float64{2, 6}, []float64{2, 3, 4}, [2]float64{0, 20}},
		{"score", planner.BatchInference, 14, []shape{{1, 1}}, [2]float64{1, 3}, []float64{2, 3, 4}, [2]float64{2, 21}},
		{"finetune", planner.Training, 5, []shape{{1, 4}, {1, 8}}, [2]float64{2, 5}, []float64{3, 4}, [2]float64{3, 18}},
	},
}

var quantizationBurst = recipe{
	name: "quantization-burst", seed: 1, nodes: 1, gpus: 8,
	about: "One node of eight on release day: two bursts of short quantization runs, at nine and at seventeen, meet sweeps that began the evening before.",
	services: []serviceRecipe{
		{"chat", 10, 1, curve{0.8, []bump{{13, 1.5, 2.4}}}},
	},
	classes: []class{
		{"sweep", planner.Training, 4, []shape{{1, 1}, {1, 2}}, [2]float64{8, 16}, []float64{1, 2}, [2]float64{-5, 3}},
		{"morning", planner.Quantization, 10, []shape{{1, 1}}, [2]float64{1, 3}, []float64{2, 3, 4}, [2]float64{8, 9}},
		{"evening", planner.Quantization, 8, []shape{{1, 1}, {1, 2}}, [2]float64{1, 3}, []float64{2, 3, 4}, [2]float64{17, 18}},
		{"finetune", planner.Training, 5, []shape{{1, 2}, {1, 4}}, [2]float64{3, 6}, []float64{2, 3}, [2]float64{-2, 18}},
	},
}

var scale64 = recipe{
	name: "scale-64", seed: 2, nodes: 8, gpus: 8,
	about: "Eight nodes of eight, 30 blocks and no contention: everything fits when it arrives, so that no order can do better.",
	services: []serviceRecipe{
		{"chat", 10, 1, curve{2, []bump{{13, 2.5, 6}}}},
		{"code", 10, 1, curve{1, []bump{{10, 1.5, 3}, {15, 1.5, 3}}}},
	},
	classes: []class{
		{"pretrain", planner.Training, 2, []shape{{1, 8}}, [2]float64{10, 18}, []float64{4, 6}, [2]float64{0, 6}},
		{"finetune", planner.Training, 12, []shape{{1, 2}, {1, 4}}, [2]float64{4, 12}, []float64{2, 3, 4}, [2]float64{0, 18}},
		{"summarize", planner.BatchInference, 10, []shape{{1, 1}, {1, 2}}, [2]float64{2, 8}, []float64{1, 2}, [2]float64{0, 20}},
		{"quantize", planner.Quantization, 6, []shape{{1, 1}}, [2]float64{1, 3}, []float64{3, 4}, [2]float64{6, 20}},
	},
}

var uniformPriority = recipe{
	name: "uniform-priority", seed: 2, nodes: 1, gpus: 8,
	about: "One node of eight where every team calls its work equally important: what is left to gain is the packing.",
	services: []serviceRecipe{
		{"chat", 1, 1, curve{1, []bump{{13, 2.5, 1.6}}}},
	},
	classes: []class{
		{"train", planner.Training, 6, []shape{{1, 2}}, [2]float64{4, 10}, []float64{1}, [2]float64{-3, 14}},
		{"batch", planner.BatchInference, 10, []shape{{1, 1}}, [2]float64{2, 6}, []float64{1}, [2]float64{-1, 20}},
		{"wide", planner.Training, 3, []shape{{1, 4}}, [2]float64{2, 5}, []float64{1}, [2]float64{2, 18}},
	},
}
