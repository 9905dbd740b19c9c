package highs

// The fetched package (npm ci) becomes the table of names and the embedded blob.
//go:generate go run ./internal/gen
