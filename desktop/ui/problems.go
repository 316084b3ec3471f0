package ui

import (
	"fmt"

	"fragscope/decoder"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// problemsLines list the problems of the datagrams; a click shows the place.
func problemsLines(x *state.Inspector, width float32) []line {
	b := newLineBuilder(width)
	if err := x.Err(); err != nil {
		b.paragraph(err.Error(), textFont(false), b.p.Error, 0, nil)
		return b.lines
	}
	list := x.Findings()
	if len(list) == 0 {
		b.paragraph("No problems.", textFont(false), b.p.Faint, 0, nil)
		return b.lines
	}
	several := len(x.Source().Related(x.Current())) > 1
	for _, f := range list {
		if len(b.lines) > 0 {
			b.gap()
		}
		place := "byte " + state.Offset(f.Range.Start)
		if several {
			place = fmt.Sprintf("datagram %d, %s", f.Datagram+1, place)
		}
		b.problem(f, place, func() { showFinding(x, f) })
		b.source(f.Source, 12)
	}
	return b.lines
}

// problem adds what is to be said about a problem, with a stripe in its colour.
func (b *lineBuilder) problem(f state.Finding, place string, action func()) {
	c := b.p.Severity(f.Severity)
	bold, text, mono := textFont(true), textFont(false), monoFont()
	const indent = 12
	x := float32(lineMargin + indent)
	mark, head := marks[f.Severity], f.Severity.String()
	pieces := []piece{{x: x, text: mark, face: bold, colour: c}}
	x += bold.width(mark) + 5
	pieces = append(pieces, piece{x: x, text: head, face: bold, colour: c})
	x += bold.width(head) + 10
	pieces = append(pieces, piece{x: x, text: place, face: text, colour: b.p.Accent})
	x += text.width(place) + 10
	if x+mono.width(f.Code) < b.width-lineMargin {
		pieces = append(pieces, piece{x: x, text: f.Code, face: mono, colour: b.p.Faint})
		f.Code = ""
	}
	b.add(line{pieces: pieces, edge: c, action: action})
	each := func(l *line) { l.edge, l.action = c, action }
	if f.Code != "" {
		b.paragraph(f.Code, mono, b.p.Faint, indent, each)
	}
	b.paragraph(f.Message, text, b.p.Text, indent, each)
	b.paragraph(f.Advice, text, b.p.Faint, indent, each)
}

// severityOf returns how bad the worst of findings is, state.NoProblem for none.
func severityOf(list []state.Finding) int {
	worst := state.NoProblem
	for _, f := range list {
		worst = max(worst, int(f.Severity))
	}
	return worst
}

func problemsTitle(list []state.Finding) string {
	if len(list) == 0 {
		return "Problems"
	}
	return fmt.Sprintf("Problems %d", len(list))
}

// severityIcon returns what represents a severity, nil for none.
func severityIcon(worst int) fyne.Resource {
	switch worst {
	case int(decoder.SeverityError):
		return theme.NewErrorThemedResource(theme.ErrorIcon())
	case int(decoder.SeverityWarning):
		return theme.NewWarningThemedResource(theme.WarningIcon())
	case int(decoder.SeverityNote):
		return theme.InfoIcon()
	}
	return nil
}
