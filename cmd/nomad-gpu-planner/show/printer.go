package show

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// printer writes lines; what fails to be written shows when out is flushed.
type printer struct {
	out *bufio.Writer
	Options
}

func (p printer) line(format string, a ...any) {
	text := format
	if len(a) > 0 {
		text = fmt.Sprintf(format, a...)
	}
	_, _ = p.out.WriteString(strings.TrimRight(text, " ") + "\n")
}

// paint puts text between an escape sequence and the one that ends it.
func (p printer) paint(sequence, text string) string {
	if !p.Colour || text == "" {
		return text
	}
	return "\x1b[" + sequence + "m" + text + "\x1b[0m"
}

func (p printer) bold(text string) string { return p.paint("1", text) }
func (p printer) dim(text string) string  { return p.paint("2", text) }

// columns returns how many columns of a terminal text takes.
func columns(text string) int {
	n := 0
	for _, r := range text {
		n += columnsOf(r)
	}
	return n
}

// columnsOf knows the scripts whose letters take two columns, and marks, which take none.
func columnsOf(r rune) int {
	switch {
	case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana), r >= 0xff01 && r <= 0xff60, r >= 0x1f300 && r <= 0x1faff:
		return 2
	}
	return 1
}

// clip cuts text to a number of columns, with an ellipsis.
func clip(text string, room int) string {
	if columns(text) <= room {
		return text
	}
	var out strings.Builder
	used := 0
	for _, r := range text {
		if used+columnsOf(r) > room-1 {
			break
		}
		used += columnsOf(r)
		out.WriteRune(r)
	}
	if room < 1 {
		return ""
	}
	return out.String() + "…"
}

// elide cuts text to a number of columns in its middle: names of nodes differ at the end.
func elide(text string, room int) string {
	letters := []rune(text)
	if columns(text) <= room || columns(text) != len(letters) || room < 5 {
		return clip(text, room)
	}
	tail := room / 2
	return string(letters[:room-1-tail]) + "…" + string(letters[len(letters)-tail:])
}

// pad fills text with blanks to a number of columns.
func pad(text string, room int) string {
	return text + strings.Repeat(" ", max(0, room-columns(text)))
}

// padLeft fills text with blanks before it.
func padLeft(text string, room int) string {
	return strings.Repeat(" ", max(0, room-columns(text))) + text
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
