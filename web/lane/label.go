package lane

import (
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Printable escapes what could move a cursor, reorder a line or break markup:
// control and format characters become Go escapes such as \x1b or \u202e.
func Printable(s string) string {
	if strings.IndexFunc(s, hidden) < 0 && utf8.ValidString(s) {
		return s
	}
	var out strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			out.WriteString(`\x` + strconv.FormatUint(uint64(s[i])+0x100, 16)[1:])
		case hidden(r):
			quoted := strconv.QuoteRuneToASCII(r)
			out.WriteString(quoted[1 : len(quoted)-1])
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

func hidden(r rune) bool { return !strconv.IsPrint(r) }

// Label returns the short printable form of a namespace/job/group id: without
// the namespace where it is "default" and without a group called "main".
func Label(id string) string {
	short := strings.TrimSuffix(strings.TrimPrefix(id, "default/"), "/main")
	if plain, err := url.PathUnescape(short); err == nil {
		short = plain
	}
	if short == "" {
		short = id
	}
	return Printable(short)
}

// Model returns the printable model of a device "vendor/type/name", without the
// vendor where the name repeats it.
func Model(device string) string {
	vendor, _, _ := strings.Cut(device, "/")
	name := device[strings.LastIndexByte(device, '/')+1:]
	if short, rest, ok := strings.Cut(name, " "); ok && strings.EqualFold(short, vendor) {
		name = rest
	}
	if name == "" {
		name = device
	}
	return Printable(name)
}
