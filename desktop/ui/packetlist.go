package ui

import (
	"context"
	"strconv"
	"strings"

	"fragscope/analyzer/export"
	"fragscope/decoder"
	"fragscope/decoder/structure/workbench"
	"fragscope/decoder/view"
	"fragscope/desktop/state"
)

// A PacketList lists the datagrams of a session, a paste or a capture in the columns that Wireshark has.
type PacketList struct {
	grid   *Grid
	x      *state.Inspector
	at     int // the row that was asked for last
	last   state.Row
	known  bool
	times  bool // packets have them
	ends   bool // packets have addresses
	sorted packetOrder
}

// A packetOrder is the order that the source put packets into.
type packetOrder struct {
	of   state.Source
	n    int
	by   string
	down bool
	list []uint32
}

// marks represent severities, so that colour is not all that tells them apart. Every font has these characters.
var marks = [...]string{decoder.SeverityNote: "i", decoder.SeverityWarning: "!", decoder.SeverityError: "×"}

func NewPacketList(x *state.Inspector) *PacketList {
	l := &PacketList{x: x, at: -1}
	noTimes, noEnds := func() bool { return !l.times }, func() bool { return !l.ends }
	l.grid = NewGrid(columnsOf(l.row,
		Text(Column{Title: "No.", By: "number", Right: true, Mono: true},
			func(r *state.Row) string { return strconv.FormatInt(r.Number, 10) }),
		Text(Column{Title: "Time", By: "time", Min: 13, Right: true, Mono: true, Drop: 4, Hidden: noTimes},
			func(r *state.Row) string {
				if r.Time.IsZero() {
					return ""
				}
				return strconv.FormatFloat(r.Since.Seconds(), 'f', 6, 64)
			}),
		Text(Column{Title: "Source", By: "source", Min: 21, Share: 0.5, Mono: true, Drop: 2, Hidden: noEnds},
			func(r *state.Row) string { return state.Shown(r.Src) }),
		Text(Column{Title: "Destination", By: "destination", Min: 21, Share: 0.5, Mono: true, Drop: 3, Hidden: noEnds},
			func(r *state.Row) string { return state.Shown(r.Dst) }),
		Text(Column{Title: "Protocol", By: "protocol", Min: 12, Drop: 1}, func(r *state.Row) string {
			if r.Protocol == decoder.Unknown {
				return ""
			}
			return r.Protocol.String()
		}),
		Text(Column{Title: "Length", By: "length", Min: 7, Right: true, Mono: true, Drop: 5},
			func(r *state.Row) string { return strconv.Itoa(r.Length) }),
		Field[*state.Row]{Column{Title: "!", By: "problem", Down: true, Min: 1}, func(r *state.Row) Cell {
			if r.Worst <= int(decoder.SeverityNote) { // what is usual, such as a checksum that the network card completes
				return Cell{}
			}
			return Cell{Text: marks[r.Worst], Tone: [...]Tone{ToneNote, ToneWarning, ToneError}[r.Worst],
				Order: float64(r.Worst + 1)}
		}},
		Text(Column{Title: "Info", By: "message", Min: 16, Share: 2}, aboutRow),
	), func() int { return x.Source().Len() })
	l.grid.name, l.grid.own, l.grid.orderer = "Datagrams", true, l.put
	l.grid.OnSelect = func(i int) { goTo(x, i) }
	l.grid.OnPick, l.grid.Picked = l.pick, x.IsPicked
	l.grid.OnCopy = func(int) string {
		x.Say("copied the bytes of the datagram")
		return string(view.Forms()[0].Append(nil, x.CopiedData()))
	}
	x.Listen(state.TopicRows|state.TopicCurrent, func(t state.Topic) {
		l.at, l.known = -1, false
		if t&state.TopicRows != 0 {
			l.look()
			l.grid.arrange()
		}
		if t&state.TopicCurrent != 0 {
			l.grid.selected = x.Current()
			l.grid.view.Count = l.grid.count()
			l.grid.view.Reveal(l.grid.place(l.grid.selected))
		}
		l.grid.reset()
	})
	return l
}

// row returns what the columns show of a packet, which they all ask for.
func (l *PacketList) row(i int) (*state.Row, bool) {
	if l.at != i || !l.known {
		l.at = i
		l.last, l.known = l.x.Source().Row(i)
	}
	return &l.last, l.known
}

// look finds out which columns the first packets have something for, and how wide numbers are.
func (l *PacketList) look() {
	l.times, l.ends = false, false
	if last, ok := l.x.Source().Row(l.grid.count() - 1); ok {
		l.grid.columns[0].Min = 1 + len(strconv.FormatInt(last.Number, 10))
	}
	for i := range min(16, l.grid.count()) {
		if r, ok := l.x.Source().Row(i); ok {
			l.times = l.times || !r.Time.IsZero()
			l.ends = l.ends || r.Src.IsValid() || r.Dst.IsValid()
		}
	}
}

// put has the packets of a capture sorted beside the screen; they are as they
// were until then. ok is false where the table sorts them itself.
func (l *PacketList) put(by string, down bool) (order []uint32, ok bool) {
	s, ok := l.x.Source().(state.Sorter)
	if !ok || !s.Loaded() {
		return nil, ok
	}
	want := packetOrder{of: s, n: s.Len(), by: by, down: down}
	same := func() bool {
		o := &l.sorted
		return o.of == want.of && o.n == want.n && o.by == by && o.down == down
	}
	if !same() {
		l.sorted = want
		l.x.Work("Sorting the packets…", func(context.Context, func(float64)) func() {
			list := s.Order(by, down)
			return func() {
				if same() {
					l.sorted.list = list
					l.grid.Update()
					l.grid.reveal(l.grid.place(l.grid.selected))
				}
			}
		})
	}
	return l.sorted.list, true
}

// aboutRow says what a datagram is, and what else is known about it.
func aboutRow(r *state.Row) string {
	parts := []string{r.Title}
	for _, text := range []string{r.Note, r.Lines, state.Escape(r.Name)} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if r.Parts > 0 {
		parts = append(parts, "from "+state.Plural(r.Parts, "fragment"))
	}
	if r.After != 0 {
		parts = append(parts, "after "+export.Duration(int64(r.After)))
	}
	return strings.Join(parts, " · ")
}

// pick selects packets beside others, to be compared with each other.
func (l *PacketList) pick(row int, how Pick) {
	if how == PickOne {
		if len(l.x.Picked()) > 0 {
			l.x.Pick(nil)
		}
		return
	}
	picked := map[int]bool{l.grid.selected: true}
	for _, i := range l.x.Picked() {
		picked[i] = true
	}
	switch how {
	case PickToggle:
		if picked[row] && row != l.grid.selected {
			delete(picked, row)
		} else {
			picked[row] = true
		}
	case PickRange:
		from, to := l.grid.place(l.grid.selected), l.grid.place(row)
		for at := min(from, to); at <= max(from, to) && len(picked) < workbench.MaxDatagrams; at++ {
			picked[l.grid.row(at)] = true
		}
	case PickAll:
		for at := 0; at < l.grid.count() && len(picked) < workbench.MaxDatagrams; at++ {
			picked[l.grid.row(at)] = true
		}
	}
	l.x.Pick(picked)
	l.x.Say(state.Plural(len(picked), "packet") + " selected: the tab Structure compares them")
}
