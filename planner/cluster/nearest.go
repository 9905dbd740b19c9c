package cluster

import (
	"fmt"
	"strings"
)

// Sizes up to which a word is compared with those known.
const (
	longestWord = 40
	mostWords   = 1000
)

// Nearest returns the known word that was probably meant, the first of equals,
// or "" when none is close. Case does not count.
func Nearest(word string, known []string) string {
	if len(word) > longestWord || len(known) > mostWords {
		return ""
	}
	best, least := "", 1+max(2, len(word)/3)
	for _, k := range known {
		if d := distance(strings.ToLower(word), strings.ToLower(k)); d < least && d < len(k) {
			best, least = k, d
		}
	}
	return best
}

// didYouMean returns `; did you mean "x"?`, or "" when no known word is near.
func didYouMean(word string, known []string) string {
	if best := Nearest(word, known); best != "" {
		return fmt.Sprintf("; did you mean %q?", best)
	}
	return ""
}

// distance counts the letters to insert, drop or change to get from a to b.
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
