package ui

import (
	"strconv"
	"strings"

	"fragscope/analyzer/export"
	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// A PacketList lists the datagrams of a session, a paste or a capture, two
// lines each: what it is, and when, from where, how long after its request.
type PacketList struct {
	rowPool
	x *state.Inspector
}

// marks represent severities, so that colour is not all that tells them apart.
// Every font has these characters.
var marks = [...]string{decoder.SeverityNote: "i", decoder.SeverityWarning: "!", decoder.SeverityError: "×"}

// NewPacketList returns a list of the datagrams of x.
func NewPacketList(x *state.Inspector) *PacketList {
	l := &PacketList{x: x}
	l.setup(l, "")
	l.rowHeight = func() float32 { return textFont(false).height + smallFont().height + 9 }
	l.count = func() int { return x.Source().Len() }
	l.fill = l.row
	l.tapped = func(i int, _ float32) { goTo(x, i) }
	l.key = func(k *fyne.KeyEvent) {
		if to, ok := l.stepped(k, x.Current(), x.Source().Len()); ok && to != x.Current() {
			goTo(x, to)
		}
	}
	l.copied = func() string {
		x.Say("copied the bytes of the datagram")
		return string(view.Forms()[0].Append(nil, x.CopiedData()))
	}
	x.Listen(state.TopicRows|state.TopicCurrent, func(t state.Topic) {
		if t&state.TopicCurrent != 0 {
			l.view.Count = x.Source().Len()
			l.view.Reveal(x.Current())
		}
		l.reset()
	})
	return l
}

// AccessibilityLabel implements fyne.Accessible.
func (l *PacketList) AccessibilityLabel() string {
	return "Datagrams: " + strconv.Itoa(l.x.Source().Len())
}

func (l *PacketList) row(to *line, i int) {
	p := CurrentPalette()
	faint := p.Faint
	to.rule = p.Line
	if i == l.x.Current() {
		to.ground, to.edge, faint = p.AccentSoft, p.Accent, p.Text
	}
	r, known := l.x.Source().Row(i)
	text, bold, small, mono := textFont(false), textFont(true), smallFont(), monoFont()
	numbers := mono.width(strconv.Itoa(max(99, l.x.Source().Len())))
	number, title := strconv.Itoa(i+1), "…"
	if known {
		number, title = strconv.FormatInt(r.Number, 10), r.Title
		numbers = max(numbers, mono.width(number))
	}
	const left, gap, top = 8, 7, 4
	put := func(q piece, y, height float32, s string, f *typeface, c colour) {
		q.y, q.height, q.text, q.face, q.colour, q.width = y, height, s, f, c, max(1, q.width)
		to.add(q)
	}
	first := func(q piece, s string, f *typeface, c colour) { put(q, top, text.height, s, f, c) }
	second := func(q piece, s string) { put(q, top+text.height, small.height, s, small, faint) }
	first(piece{x: left, width: numbers + 1, right: true}, number, mono, faint)
	x, sign := left+numbers+gap, bold.advance('×')+5
	at := x
	if arrow := arrows[r.Direction]; known && arrow != "" {
		first(piece{x: x, width: text.advance('←') + 5}, arrow, text, faint)
		at += text.advance('←') + 5
	}
	first(piece{x: at, width: l.width - sign - gap - at}, title, text, p.Text)
	if !known {
		return
	}
	if r.Worst != state.NoProblem {
		first(piece{x: l.width - sign, width: sign}, marks[r.Worst], bold, p.Severity(decoder.Severity(r.Worst)))
	}
	length := strconv.Itoa(r.Length) + " B"
	end := l.width - gap - small.width(length)
	second(piece{x: x, width: end - gap - x}, aboutRow(&r))
	second(piece{x: end, width: small.width(length) + 1, right: true}, length)
}

// arrows show which way a datagram goes. They are apart from other text: the
// font that has them has no spaces.
var arrows = [...]string{decoder.DirectionUnknown: "", decoder.Request: "→", decoder.Reply: "←"}

// aboutRow says what else is known about a datagram, the most telling first.
func aboutRow(r *state.Row) string {
	var parts []string
	for _, text := range []string{r.Note, r.Lines} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if r.Parts > 0 {
		parts = append(parts, "from "+state.Plural(r.Parts, "fragment"))
	}
	if r.After != 0 {
		parts = append(parts, "after "+export.Duration(int64(r.After)))
	} else if !r.Time.IsZero() {
		parts = append(parts, export.Duration(int64(r.Since)))
	}
	if r.Protocol != decoder.Unknown {
		parts = append(parts, r.Protocol.String())
	}
	for _, text := range []string{way(r), state.Escape(r.Name)} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " · ")
}

func way(r *state.Row) string {
	switch {
	case !r.Src.IsValid() && !r.Dst.IsValid():
		return ""
	// One end is this machine's or any client's port: the other one is telling.
	case r.Direction == decoder.Request && r.Dst.IsValid():
		return "to " + state.Shown(r.Dst)
	case r.Direction == decoder.Reply && r.Src.IsValid():
		return "from " + state.Shown(r.Src)
	}
	return state.Shown(r.Src) + " to " + state.Shown(r.Dst)
}
