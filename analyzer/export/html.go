//go:build !js || !tables

package export

import (
	_ "embed"
	"html/template"
	"io"
	"path/filepath"
	"sync"

	"fragscope/analyzer/report"
)

//go:embed report.html
var pageSource string

// page makes the template when it is asked for: programs that write no HTML need none.
func page() *template.Template {
	pageOnce.Do(func() {
		pageTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
			"count": count, "size": Size, "text": Text, "duration": Duration, "rtt": rttText, "number": number,
			"points": svgPoints,
		}).Parse(pageSource))
	})
	return pageTemplate
}

var (
	pageOnce     sync.Once
	pageTemplate *template.Template
)

// Texts in pageData are harmless on a screen; the template makes them harmless in HTML.
type pageData struct {
	Title, Summary, Filter, Status string
	Files                          []report.File
	Plots                          []*svg
	Tables                         []*Table
	Problems                       []pageProblem
	Findings                       []string
	Notes                          []string
}

type pageProblem struct{ Severity, Code, Times, Packets, Text string }

// HTML writes r, which must be settled, as one page that needs nothing else:
// no script, no other file, no network.
func HTML(w io.Writer, r *report.Report, o HTMLOptions) error {
	if o.Top == 0 {
		o.Top = 100
	}
	s := newScreen(r, ScreenOptions{Width: 1 << 20, Top: o.Top})
	title := Many(len(r.Files), "capture", "captures")
	if len(r.Files) == 1 {
		title = Cut(Text(filepath.Base(r.Files[0].Name)), 80)
	}
	d := &pageData{
		Title: title, Summary: s.summaryText() + ". " + s.foundText(), Filter: Text(o.Filter), Status: o.Status,
		Files:    r.Files,
		Findings: s.findingLines(), Notes: s.limitLines(),
	}
	d.plots(r, o.Activity)
	for _, t := range []*Table{s.protocolTable(), s.serverTable(), s.clientTable(), s.eventTable(), s.otherTable()} {
		if t != nil {
			d.Tables = append(d.Tables, t)
		}
	}
	for _, p := range WorstProblems(r) {
		message, advice := p.Info.General()
		d.Problems = append(d.Problems, pageProblem{
			p.Info.Severity.String(), p.Info.Code, times(p.Count), s.examples(p), message + " " + advice,
		})
	}
	return page().Execute(w, d)
}

func (d *pageData) plots(r *report.Report, a *Activity) {
	if c := playerCurves(r, plottedServers); len(c) > 0 {
		d.Plots = append(d.Plots, newSVG("Players over time", "players", c, svgTime, pageFrame))
	}
	if c := rttCurves(r); len(c) > 0 {
		d.Plots = append(d.Plots, newSVG("Round-trip times to the first reply (milliseconds)", "exchanges", c, svgLog,
			pageFrame))
	}
	if c := activityCurves(a); len(c) > 0 {
		d.Plots = append(d.Plots, newSVG("Exchanges over time", "exchanges in "+Duration(a.width), c, svgStack, pageFrame))
	}
}
