package quakeworld

import (
	"bytes"
	"strings"

	"fragscope/decoder/internal/idtech"
	"fragscope/decoder/wire"
)

// verbs begins with the request and the reply that others are taken for.
var verbs = [...]idtech.Verb{
	{Word: "status", Info: &statusRequest, Form: idtech.ProtocolSpecific, Sure: wire.Likely},
	{Word: "n", Info: &statusReply, Form: idtech.Lines, Next: '\\', Sure: wire.Certain},
	{Word: "n", Info: &printReply, Form: idtech.Text, Next: '\n', Sure: wire.Likely},
	{Word: "d", Info: &serversReply, Form: idtech.List, Next: '\n', Sure: wire.Certain},
}

var grammar = idtech.Grammar{
	Before: []*wire.FieldDef{&player[0], &player[1], &player[2], &player[3], &player[10]}, Least: 4, Bare: "S",
	Quoted: []*wire.FieldDef{&player[4], &player[5], &player[8], &player[9]},
	After:  []*wire.FieldDef{&player[6], &player[7], &player[10]},
}

var engine = idtech.Engine{Verbs: verbs[:], Grammar: &grammar, Read: func(r *wire.Reader) {
	idtech.Words(r, flags[:], false)
}, Fifth: &hexen, Bytes: "\xff"}

const (
	beat     = "a\n"
	end      = "C\n"
	list     = "c\n"
	hexenAsk = "\xffc" // HexenWorld's request for a list
)

// Recognise identifies messages to masters by a letter and what follows, and
// others by the mark and a word (protocol/SPEC.md#identification).
func Recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) < 2 {
		return wire.DirectionUnknown, wire.Unlikely
	}
	switch rest := p[2:]; string(p[:2]) {
	case beat:
		if numbers(rest) == 2 {
			return wire.Request, wire.Likely
		}
		return wire.DirectionUnknown, wire.Unlikely
	case end, list, hexenAsk:
		if len(rest) < 2 && idtech.Ended(rest) {
			return wire.Request, wire.Likely
		}
		return wire.DirectionUnknown, wire.Unlikely
	}
	return engine.Recognise(p)
}

// numbers returns how many numbers of a line each b is, -1 when it is something else.
func numbers(b []byte) (n int) {
	for len(b) > 0 && !idtech.Ended(b) {
		i := 0
		for i < len(b) && b[i] >= '0' && b[i] <= '9' {
			i++
		}
		if i == 0 || i > 10 || i == len(b) || b[i] != '\n' || n == 2 {
			return -1
		}
		b = b[i+1:]
		n++
	}
	return n
}

func decode(r *wire.Reader, dir wire.Direction) {
	r.Colours |= wire.ColourGlyphs
	b := r.Rest()
	if c := r.Peek(0); dir != wire.Reply && (c != 0xff && len(b) > 0 || r.Peek(1) == 'c') {
		readMaster(r, c)
		return
	}
	engine.Decode(r, dir)
	if r.Info == &statusRequest && len(b) > 4 && b[4] == 0xff {
		r.SetMessage(&hexenRequest)
	}
}

// readMaster reads what is sent to a master.
func readMaster(r *wire.Reader, c byte) {
	n := 2
	switch c {
	case beat[0]:
		r.SetMessage(&heartbeat)
	case end[0]:
		r.SetMessage(&shutdown)
	default:
		r.SetMessage(&serversRequest)
	}
	if !r.Has(&master[0], n) {
		return
	}
	r.Add(&master[0], wire.KindConst, n, 0)
	for i := 1; i <= 2 && c == beat[0] && r.More() && !idtech.Ended(r.Rest()); i++ {
		b := r.Rest()
		at := bytes.IndexByte(b, '\n')
		if _, ok := wire.ParseDecimal(b[:max(at, 0)]); !ok {
			r.Cut(&master[i], len(b)+1)
			return
		}
		r.Digits(&master[i], 0, r.Pos+at, 1)
	}
	idtech.Pad(r)
}

// Status tells spectators from players, and counts those.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	before := len(b.PlayerList)
	b.Generic(m)
	if m.Info != &statusReply {
		return
	}
	if idtech.Count(b, m, before); !b.Players.Known {
		return
	}
	for i := before; i < len(b.PlayerList); i++ {
		p := &b.PlayerList[i]
		if n := p.Name.Value; strings.HasPrefix(n, spectator) {
			p.Name.Value = n[len(spectator):]
			p.Score = wire.Opt[int64]{}
			if p.Ping.Known && p.Ping.Value < 0 {
				p.Ping.Value = -p.Ping.Value
			}
			b.Players.Value--
			if !b.SkipExtras {
				p.Extra = append(p.Extra, wire.Rule{Key: watches, Value: "yes"})
			}
		}
	}
}

const (
	spectator = `\s\`
	watches   = "Spectator"
)
