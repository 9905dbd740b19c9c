package hcl

import (
	"fmt"
	"strings"
)

// nearest returns the known word that was probably meant, or "".
func nearest(word string, known []string) string {
	best, bestDistance := "", 1+len(word)/3
	if len(word) > 40 || len(known) > 1000 {
		return ""
	}
	for _, k := range known {
		if d := distance(strings.ToLower(word), k); d <= bestDistance {
			best, bestDistance = k, d-1
		}
	}
	return best
}

// meant is the remedy for a word that is not known.
func meant(word string, known []string) string {
	if k := nearest(word, known); k != "" {
		return fmt.Sprintf("did you mean %q?", k)
	}
	if len(known) == 0 {
		return "take it out"
	}
	if len(known) > 20 {
		return fmt.Sprintf("%d are known here, none like it", len(known))
	}
	return "known here: " + strings.Join(known, ", ")
}

// distance counts the letters to add, take away or exchange to get from a to b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
