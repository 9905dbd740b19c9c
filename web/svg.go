package web

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
)

// svg writes elements; what fails to be written shows when out is flushed.
type svg struct{ out *bufio.Writer }

func (s svg) raw(text string)                { _, _ = s.out.WriteString(text) }
func (s svg) printf(format string, a ...any) { _, _ = fmt.Fprintf(s.out, format, a...) }

func (s svg) rect(class string, x, y, w, h float64) {
	s.printf(`<rect class="%s" x="%s" y="%s" width="%s" height="%s"/>`+"\n", class, num(x), num(y), num(w), num(h))
}

// text writes one line of text whose baseline starts at (x, y).
func (s svg) text(class string, x, y float64, text string) {
	s.printf(`<text class="%s" x="%s" y="%s">%s</text>`+"\n", class, num(x), num(y), escape(text))
}

// num writes a length with two decimals at most: pictures stay small and equal everywhere.
func num(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

// escape makes any text safe between tags and in attributes. Ids go through
// lane.Printable first.
func escape(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a bytes.Buffer takes everything
	return b.String()
}

// advance is the width of an average letter, as a share of the font's size.
const advance = 0.58

// width estimates how wide text is. Fonts differ, so labels are clipped as well.
func width(text string, size float64) float64 {
	letters := 0.0
	for _, r := range text {
		if letters++; r >= 0x1100 {
			letters += 0.8 // wide scripts
		}
	}
	return letters * advance * size
}

// fit cuts text to a width, with an ellipsis; "" when fewer than three letters would stay.
func fit(text string, size, room float64) string {
	if width(text, size) <= room {
		return text
	}
	letters := []rune(text)
	for len(letters) > 3 {
		letters = letters[:len(letters)-1]
		if cut := string(letters) + "…"; width(cut, size) <= room {
			return cut
		}
	}
	return ""
}

// firstFit returns the first of some texts that fits a width whole, or what
// fits of the last.
func firstFit(size, room float64, texts ...string) string {
	for _, t := range texts {
		if width(t, size) <= room {
			return t
		}
	}
	return fit(texts[len(texts)-1], size, room)
}
