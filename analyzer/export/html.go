package export

import (
	_ "embed"
	"io"
	"path/filepath"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"fragscope/analyzer/report"
)

//go:embed report.css
var pageStyle string

// policy lets nothing into the page but its own style.
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

// HTML writes r, which must be settled, as one page that needs nothing else: no script,
// no other file, no network. Its texts are harmless on a screen; gomponents makes them
// harmless in HTML.
func HTML(w io.Writer, r *report.Report, o HTMLOptions) error {
	if o.Top == 0 {
		o.Top = 100
	}
	s := newScreen(r, ScreenOptions{Width: 1 << 20, Top: o.Top})
	title := Many(len(r.Files), "capture", "captures")
	if len(r.Files) == 1 {
		title = Cut(Text(filepath.Base(r.Files[0].Name)), 80)
	}
	return g.Group{g.Raw("<!DOCTYPE html>\n"), h.HTML(h.Lang("en"),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(g.Attr("http-equiv", "Content-Security-Policy"), h.Content(policy)),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("color-scheme"), h.Content("light dark")),
			h.Meta(h.Name("referrer"), h.Content("no-referrer")),
			h.TitleEl(g.Text("fragscope: "+title)),
			h.StyleEl(g.Raw(pageStyle)),
		),
		h.Body(
			h.H1(g.Text(title)),
			h.P(g.Text(s.summaryText()+". "+s.foundText())),
			g.If(o.Filter != "", h.P(g.Text("Only packets that meet the filter "), h.Code(g.Text(Text(o.Filter))),
				g.Text(" are counted."))),
			g.If(o.Status != "", h.P(h.Class("warning"), g.Text(o.Status))),
			pageFiles(r.Files),
			g.Map(pagePlots(r, o.Activity), pagePlot),
			g.Map([]*Table{s.protocolTable(), s.serverTable(), s.clientTable(), s.eventTable(), s.otherTable()}, pageTable),
			s.pageProblems(WorstProblems(r)),
			pageFindings(s.findingLines()),
			g.Map(s.limitLines(), func(note string) g.Node { return h.P(h.Class("warning"), g.Text(note)) }),
			h.P(h.Class("quiet"), g.Text("Times are UTC. Made by fragscope.")),
		),
	)}.Render(w)
}

// section is a heading and a table below it.
func section(title, note string, columns []Column, rows g.Node) g.Node {
	return g.Group{
		h.H2(g.Text(title), g.If(note != "", g.Group{g.Text(" "), h.Small(g.Text(note))})),
		h.Div(h.Class("scroll"), h.Table(
			h.THead(h.Tr(g.Map(columns, func(c Column) g.Node { return h.Th(right(c), g.Text(c.Title)) }))),
			h.TBody(rows),
		)),
	}
}

func right(c Column) g.Node { return g.If(c.Right, h.Class("right")) }

func pageTable(t *Table) g.Node {
	if t == nil {
		return nil
	}
	return section(t.Title, t.Note, t.Columns, g.Map(t.Rows, func(row []string) g.Node {
		cells := make(g.Group, len(row))
		for i, text := range row {
			cells[i] = h.Td(right(t.Columns[i]), g.Text(text))
		}
		return h.Tr(cells)
	}))
}

func pageFiles(files []report.File) g.Node {
	columns := []Column{{Title: "Capture"}, {Title: "Format"}, {Title: "Packets", Right: true},
		{Title: "Bytes", Right: true}, {Title: "Problems"}}
	warning := func(text string) g.Node { return h.Div(h.Class("warning"), g.Text(text)) }
	return section("Captures", "", columns, g.Map(files, func(f report.File) g.Node {
		return h.Tr(h.Td(g.Text(Text(f.Name))), h.Td(g.Text(f.Format)),
			h.Td(h.Class("right"), g.Text(count(f.Packets))), h.Td(h.Class("right"), g.Text(Size(f.Bytes))),
			h.Td(g.If(f.Stopped, warning("stopped before its end")), g.Map(f.Problems, func(p report.FileProblem) g.Node {
				return warning("at offset " + strconv.FormatInt(p.Offset, 10) + ", packet " +
					strconv.FormatInt(p.Packet, 10) + ": " + Text(p.Message) + " (" + p.Code + ")")
			})))
	}))
}

func (s *screen) pageProblems(problems []*report.ProblemCount) g.Node {
	if len(problems) == 0 {
		return nil
	}
	columns := []Column{{Title: "Problem"}, {Title: "How often"}, {Title: "Packets"}, {Title: "What it means"}}
	return section("Problems", "", columns, g.Map(problems, func(p *report.ProblemCount) g.Node {
		message, advice := p.Info.General()
		severity := p.Info.Severity.String()
		return h.Tr(h.Td(h.Span(h.Class(severity), g.Text(severity)), g.Text(" "), h.Code(g.Text(p.Info.Code))),
			h.Td(g.Text(times(p.Count))), h.Td(g.Text(s.examples(p))), h.Td(g.Text(message+" "+advice)))
	}))
}

func pageFindings(lines []string) g.Node {
	if len(lines) == 0 {
		return nil
	}
	return g.Group{h.H2(g.Text("Findings")), h.Ul(g.Map(lines, func(l string) g.Node { return h.Li(g.Text(l)) }))}
}

func pagePlots(r *report.Report, a *Activity) (plots []*svg) {
	if c := playerCurves(r, plottedServers); len(c) > 0 {
		plots = append(plots, newSVG("Players over time", "players", c, svgTime, pageFrame))
	}
	if c := rttCurves(r); len(c) > 0 {
		plots = append(plots, newSVG("Round-trip times to the first reply (milliseconds)", "exchanges", c, svgLog,
			pageFrame))
	}
	if c := activityCurves(a); len(c) > 0 {
		plots = append(plots, newSVG("Exchanges over time", "exchanges in "+Duration(a.width), c, svgStack, pageFrame))
	}
	return plots
}

func pagePlot(p *svg) g.Node {
	at := func(name string, v float64) g.Node { return g.Attr(name, number(v)) }
	whole := func(name string, v int) g.Node { return g.Attr(name, strconv.Itoa(v)) }
	label := func(t Tick, attributes ...g.Node) g.Node { return g.El("text", append(attributes, g.Text(t.Text))...) }
	return h.Figure(
		h.FigCaption(g.Text(p.Title)),
		h.SVG(g.Attr("viewBox", "0 0 "+strconv.Itoa(p.Width)+" "+strconv.Itoa(p.Height)), h.Role("img"),
			h.Aria("label", p.Title),
			g.Map(p.YTicks, func(t Tick) g.Node {
				return g.Group{
					g.El("line", h.Class("grid"), whole("x1", p.Left), whole("x2", p.Right), at("y1", t.At), at("y2", t.At)),
					label(t, whole("x", p.Left), at("y", t.At), whole("dx", -6), whole("dy", 4), g.Attr("text-anchor", "end")),
				}
			}),
			g.Map(p.XTicks, func(t Tick) g.Node {
				return g.Group{
					g.El("line", h.Class("grid"), at("x1", t.At), at("x2", t.At), whole("y1", p.Top), whole("y2", p.Bottom)),
					label(t, at("x", t.At), whole("y", p.Bottom), whole("dy", 16), g.Attr("text-anchor", "middle")),
				}
			}),
			g.Map(p.Lines, func(l svgLine) g.Node {
				shape, class := "polyline", "line "+l.Class
				if l.Filled {
					shape, class = "polygon", l.Class
				}
				return g.El(shape, h.Class(class), g.Attr("points", svgPoints(l.Points)), g.El("title", g.Text(l.Name)))
			}),
		),
		h.Div(h.Class("legend"), h.Span(h.Class("quiet"), g.Text(p.Unit)), g.Map(p.Lines, func(l svgLine) g.Node {
			return g.Group{g.Text(" "), h.Span(h.I(h.Class("swatch "+l.Class)), g.Text(l.Name))}
		})),
	)
}
