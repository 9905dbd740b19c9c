// Package web draws plans. Grid writes one as a picture (SVG) that needs no
// script, font or file beside it and follows the viewer's light or dark scheme.
//
//	err := web.Grid(file, problem, plan)
package web
