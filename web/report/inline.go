package report

import (
	"html/template"
	"strconv"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web"
)

// picture is a plan's picture as it stands in a page.
type picture struct {
	Name string
	SVG  template.HTML
}

// inliner takes pictures apart that were made to stand alone: what they all
// share goes into the page once, and ids get a number of their own.
type inliner struct {
	style, defs string
	count       int
}

// draw returns the picture of a plan.
func (n *inliner) draw(name string, p *planner.Problem, q *planner.Plan) (picture, error) {
	var out strings.Builder
	if err := web.Grid(&out, p, q); err != nil {
		return picture{}, err
	}
	text := out.String()
	text, n.style = cut(text, "<style>", "</style>\n", n.style)
	text, n.defs = cut(text, "<defs>", "</defs>\n", n.defs)
	n.count++
	id := "plan" + strconv.Itoa(n.count)
	// Names in a picture are escaped, so that quotes are only our own.
	text = strings.NewReplacer(`id="title"`, `id="`+id+`"`, `labelledby="title"`, `labelledby="`+id+`"`).Replace(text)
	return picture{name, template.HTML(text)}, nil
}

// cut takes the first part between two marks out of text, and returns it with
// its marks, or the one found before when there is none.
func cut(text, from, to, before string) (rest, part string) {
	i := strings.Index(text, from)
	if i < 0 {
		return text, before
	}
	j := strings.Index(text[i:], to)
	if j < 0 {
		return text, before
	}
	j += i + len(to)
	return text[:i] + text[j:], text[i:j]
}

// css returns the pictures' style with every selector put under one class.
func (n *inliner) css(class string) template.CSS {
	text := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(n.style), "<style>"), "</style>")
	return template.CSS(under(class, text))
}

// under puts every selector of a style sheet under a class; rules that begin
// with @ stay, what is inside them does not.
func under(class, sheet string) string {
	var out strings.Builder
	for {
		i := strings.IndexAny(sheet, "{}")
		if i < 0 {
			return out.String() + sheet
		}
		head := sheet[:i]
		if sheet[i] == '{' && strings.TrimSpace(head) != "" && !strings.HasPrefix(strings.TrimSpace(head), "@") {
			selectors := strings.Split(head, ",")
			for k := range selectors {
				selectors[k] = class + " " + strings.TrimSpace(selectors[k])
			}
			body, rest, _ := strings.Cut(sheet[i:], "}")
			out.WriteString("\n" + strings.Join(selectors, ", ") + " " + body + "}")
			sheet = rest
			continue
		}
		out.WriteString(head + sheet[i:i+1])
		sheet = sheet[i+1:]
	}
}
