package ui

import (
	"image/color"
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// A PacketList lists the datagrams of a session, a paste or a capture, two
// lines each: what it is, and when, from where, how long after its request.
type PacketList struct {
	rowPool
	x *state.Inspector
}

// marks stand for severities, so that colour is not all that tells them apart.
// Every font has these letters.
var marks = [...]string{decoder.SeverityNote: "i", decoder.SeverityWarning: "!", decoder.SeverityError: "×"}

// NewPacketList returns a list of the datagrams of x.
func NewPacketList(x *state.Inspector) *PacketList {
	l := &PacketList{x: x}
	l.setup(l)
	l.rowHeight = func() float32 { return textFont(false).height + smallFont().height + 9 }
	l.count = func() int { return x.Source().Len() }
	l.make = func() cells { return newPacketCells() }
	l.fill = func(c cells, i int) { l.row(c.(*packetCells), i) }
	l.tapped = func(i int, _ float32) { x.Go(i) }
	l.key = func(k *fyne.KeyEvent) {
		if to, ok := l.stepped(k, x.Current(), x.Source().Len()); ok && to != x.Current() {
			x.Go(to)
		}
	}
	l.shortcut = func(s fyne.Shortcut) {
		if s, ok := s.(*fyne.ShortcutCopy); ok {
			s.Clipboard.SetContent(state.Forms()[0].Bytes(x.CopiedData()))
			x.Say("copied the bytes of the datagram")
		}
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

// AccessibilityRole implements fyne.Accessible.
func (l *PacketList) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleContainer }

// packetCells are the objects of a row.
type packetCells struct {
	all                                      *fyne.Container
	ground, edge, line                       *canvas.Rectangle
	paper                                    *paper
	number, arrow, title, about, size, worst *label
}

func (c *packetCells) box() *fyne.Container { return c.all }

func (c *packetCells) words() *paper { return c.paper }

func newPacketCells() *packetCells {
	p := newPaper()
	c := &packetCells{
		ground: canvas.NewRectangle(color.Transparent), edge: canvas.NewRectangle(color.Transparent), line: canvas.NewRectangle(color.Transparent),
		paper: p, number: p.label(), arrow: p.label(), title: p.label(), about: p.label(), size: p.label(), worst: p.label(),
	}
	c.all = &fyne.Container{Objects: []fyne.CanvasObject{c.ground, c.edge, c.line, p}}
	return c
}

func (l *PacketList) row(c *packetCells, i int) {
	p := CurrentPalette()
	size := c.all.Size()
	current := i == l.x.Current()
	ground, faint := p.Background, p.Faint
	if current {
		ground, faint = p.AccentSoft, p.Text
	}
	setGround(c.ground, ground)
	c.ground.Resize(size)
	edge := ground
	if current {
		edge = p.Accent
	}
	setGround(c.edge, edge)
	c.edge.Resize(fyne.NewSize(3, size.Height))
	setFill(c.line, p.Line)
	c.line.Move(fyne.NewPos(0, size.Height-1))
	c.line.Resize(fyne.NewSize(size.Width, 1))

	r, known := l.x.Source().Row(i)
	text, bold, small, mono := textFont(false), textFont(true), smallFont(), monoFont()
	numbers := mono.width(strconv.Itoa(max(99, l.x.Source().Len())))
	number, title, about, length := strconv.Itoa(i+1), "…", "", ""
	if known {
		number, title, about = strconv.FormatInt(r.Number, 10), r.Title, aboutRow(&r)
		length = strconv.Itoa(r.Length) + " B"
		numbers = max(numbers, mono.width(number))
	}
	const left, gap = 8, 7
	top, middle := float32(4), 4+text.height
	sign := bold.advance('×') + 5
	lengths := small.width(length)
	x := left + numbers + gap
	room := size.Width - x - gap - sign
	c.number.put(number, mono, faint, left, top, numbers+1, text.height, true)
	arrow := arrows[r.Direction]
	arrowed := float32(0)
	if arrow != "" {
		arrowed = text.advance('←') + 5
	}
	c.arrow.put(arrow, text, faint, x, top, arrowed, text.height, false)
	c.title.put(title, text, p.Text, x+arrowed, top, room-arrowed, text.height, false)
	second := size.Width - x - gap
	c.about.put(about, small, faint, x, middle, second-lengths-gap, small.height, false)
	c.size.put(length, small, faint, x+second-lengths, middle, lengths+1, small.height, true)
	worst, colour := "", p.Faint
	if known && r.Worst != state.NoProblem {
		worst, colour = marks[r.Worst], p.Severity(decoder.Severity(r.Worst))
	}
	c.worst.put(worst, bold, colour, size.Width-sign, top, sign, text.height, false)
}

// arrows show which way a datagram goes. They stand apart from other text: the
// font that has them has no blanks.
var arrows = [...]string{decoder.DirectionUnknown: "", decoder.Request: "→", decoder.Reply: "←"}

// aboutRow says what else is known about a datagram, the most telling first.
func aboutRow(r *state.Row) string {
	var parts []string
	if r.Note != "" {
		parts = append(parts, r.Note)
	}
	if r.Parts > 0 {
		parts = append(parts, "from "+plural(r.Parts, "fragment"))
	}
	if r.Answers >= 0 && r.After != 0 {
		parts = append(parts, "after "+state.Elapsed(r.After))
	} else if !r.Time.IsZero() {
		parts = append(parts, state.Elapsed(r.Since))
	}
	if r.Protocol != decoder.Unknown {
		parts = append(parts, r.Protocol.String())
	}
	if w := way(r); w != "" {
		parts = append(parts, w)
	}
	return strings.Join(parts, " · ")
}

func way(r *state.Row) string {
	switch {
	case r.From != "":
		return r.From
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
