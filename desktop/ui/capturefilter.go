package ui

import (
	"context"
	"strings"

	"fragscope/analyzer/filter"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// ofQueries lets through the packets of query protocols, of those an expression lets through.
func ofQueries(expression string) string {
	const known = `protocol != "unknown"`
	if strings.TrimSpace(expression) == "" {
		return known
	}
	return known + " and (" + expression + ")"
}

// Filter shows only the packets that an expression lets through, and counts
// them alone; all for "", unless other traffic is left out.
func (v *CaptureView) Filter(expression string) {
	c := v.capture
	if c == nil || !c.Loaded() {
		return
	}
	v.worker.drop()
	v.failed.Hide()
	v.filter.SetWrong(nil)
	if strings.TrimSpace(expression) == "" && !v.only.Checked {
		v.applied = ""
		v.filtered(nil)
		go c.ShowAll()
		return
	}
	f, err := c.CompileFilter(expression)
	if v.only.Checked && (err == nil || strings.TrimSpace(expression) == "") {
		f, err = c.CompileFilter(ofQueries(expression))
	}
	if err != nil {
		v.filter.SetWrong(err)
		v.fail(err.Error())
		return
	}
	v.worker.begin("Filtering:", 0, func(ctx context.Context, post func(func())) func() {
		view, err := c.Filter(ctx, f, func(share float64) { post(func() { v.worker.progress.SetValue(share) }) })
		return func() {
			switch {
			case err != nil:
				v.fail(err.Error())
			case view == nil:
				v.fail("Stopped: the list shows what it showed before.")
			default:
				v.applied = expression
				v.suggester.remember(strings.TrimSpace(expression))
				v.filtered(view)
			}
		}
	})
}

// Describe lists the packets again, with the same filter: other layouts describe them now.
func (v *CaptureView) Describe() {
	c := v.capture
	if c == nil || !c.Loaded() {
		return
	}
	v.worker.begin("Reading unknown packets:", 0, func(ctx context.Context, _ func(func())) func() {
		err := c.Describe(ctx)
		return func() {
			if err != nil {
				v.fail(err.Error())
			}
			if v.view == nil {
				v.Renew()
			} else {
				applied := v.applied
				v.filtered(nil) // nothing else is shown if the filter is about the layout of before
				v.Filter(applied)
			}
			v.inspector.Redecode()
		}
	})
}

func (v *CaptureView) FilterText() string {
	if v.view == nil {
		return ""
	}
	return v.view.Analysis().Expression()
}

func (v *CaptureView) Filters() []string        { return v.suggester.used }
func (v *CaptureView) SetFilters(used []string) { v.suggester.used = used }
func (v *CaptureView) FocusFilter()             { focusIn(v.filter, v.Content) }

// filterFor puts an expression into the box and shows the packets that it lets through.
func (v *CaptureView) filterFor(expression string) {
	v.suggester.set(expression)
	v.ShowTab(tabPackets)
	v.Filter(expression)
}

// filtered shows the packets that a filter let through; nil is all of them.
func (v *CaptureView) filtered(view *state.View) {
	v.view = view
	v.showAll()
	v.found()
	v.tell()
}

func FilterHelp() fyne.CanvasObject {
	text := &lineView{}
	text.attach(text, "Filter syntax", func(width float32) []line {
		b := newLineBuilder(width)
		b.paragraph("A filter compares names with values (==, !=, <, in, contains, matches), joined with and, or, not. The "+
			"keys of fields are names too.", textFont(false), b.p.Text, 0, nil)
		b.gap()
		for _, n := range filter.Names(filter.Packets | filter.Exchanges) {
			b.fact(n.Name, []state.Span{{Text: n.Help(), Plain: true}}, 170)
		}
		return b.lines
	})
	return text
}
