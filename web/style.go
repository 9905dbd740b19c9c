package web

// The palette is Okabe and Ito's, which people with any of the common colour
// deficiencies can tell apart; the two shades of a hue part neighbours.
const style = `<style>
text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #1d2733; }
.paper { fill: #ffffff; } .floor { fill: #f3f5f8; } .band { fill: #e9edf2; }
.title { font-size: 19px; font-weight: 600; } .name { font-size: 12px; } .soft { fill: #5b6878; }
.caption { font-size: 11px; fill: #5b6878; } .figure { font-size: 17px; font-weight: 600; }
.tick { font-size: 11px; fill: #5b6878; } .day { font-size: 11px; font-weight: 600; } .legend { font-size: 12px; }
.end { text-anchor: end; } .mid { text-anchor: middle; }
.line { stroke: #c9d1db; stroke-width: 1; fill: none; } .dayline { stroke: #8693a3; stroke-width: 1; fill: none; }
.edge { stroke: #ffffff; }
.training0 { fill: #0a6bab; } .training1 { fill: #3388c2; } .batch0 { fill: #0b9b76; } .batch1 { fill: #49bb9a; }
.quant0 { fill: #c878a5; } .quant1 { fill: #dca0c2; } .service0 { fill: #e69f00; } .service1 { fill: #f2bd4a; }
.onTraining { fill: #ffffff; } .onBatch { fill: #04211a; } .onQuant { fill: #2d0d20; } .onService { fill: #2e2000; }
.hatch { stroke: #8b97a5; stroke-width: 1.6; } .hatched { fill: #dde3ea; } .reserved { fill: url(#reserved); }
.warn { fill: #b3400b; } .tile { fill: #f3f5f8; }
@media (prefers-color-scheme: dark) {
text { fill: #e7ecf2; }
.paper { fill: #12171d; } .floor { fill: #1b222b; } .band { fill: #222b35; }
.soft, .caption, .tick { fill: #9aa7b6; }
.line { stroke: #34404d; } .dayline { stroke: #66758a; } .edge { stroke: #12171d; }
.training0 { fill: #2b86c5; } .training1 { fill: #5aa5da; } .batch0 { fill: #18a883; } .batch1 { fill: #58c6a8; }
.onTraining { fill: #031522; } .onBatch { fill: #04211a; } .onQuant { fill: #2d0d20; } .onService { fill: #2e2000; }
.hatch { stroke: #6b7a8b; } .hatched { fill: #2a343f; } .warn { fill: #ff9a66; } .tile { fill: #1b222b; }
}
</style>
`

const hatch = `<defs><pattern id="reserved" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
	`<rect class="hatched" width="7" height="7"/><line class="hatch" x1="0" y1="0" x2="0" y2="7"/></pattern></defs>` + "\n"

// look is how one kind of work is drawn and called.
type look struct{ class, ink, name string }

var (
	trainingLook = look{"training", "onTraining", "training"}
	batchLook    = look{"batch", "onBatch", "batch inference"}
	quantLook    = look{"quant", "onQuant", "quantization"}
	serviceLook  = look{"service", "onService", "real-time service"}
)
