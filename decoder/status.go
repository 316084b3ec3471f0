package decoder

import (
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// StatusOf returns what the replies among ms say about the server together. It
// reassembles replies first, so the order of ms does not matter. It returns nil
// when they say nothing about a server.
func StatusOf(ms ...*wire.Message) *wire.Status {
	b := wire.StatusBuilder{}
	replies(&b, ms)
	if !b.Any {
		return nil
	}
	return &b.Status
}

func replies(b *wire.StatusBuilder, ms []*wire.Message) {
	if len(ms) == 1 && ms[0] != nil && b.Brief { // nothing to put in order
		AddReply(b, ReplySet{Datagrams: []int{0}, Whole: Whole(ms)}, ms)
	} else {
		for _, r := range Assemble(ms) {
			AddReply(b, r, ms)
		}
	}
	b.OrderPlayers()
}

// AddReply adds to b what a reply, reassembled from ms, says.
func AddReply(b *wire.StatusBuilder, r ReplySet, ms []*wire.Message) {
	datagrams := r.Datagrams
	if r.Whole != nil {
		ms, datagrams = []*wire.Message{r.Whole}, []int{0}
	}
	for _, i := range datagrams {
		m := ms[i]
		if m.Info.Direction == wire.Request {
			continue
		}
		if status := statusOf[m.Info.Protocol]; status != nil {
			status(b, m)
		} else {
			b.Generic(m)
		}
		if b.Any && b.Protocol == protocol.Unknown {
			b.Protocol = m.Info.Protocol
		}
	}
	if b.Any && r.Completeness != wire.CompletenessUnknown {
		whole := r.Completeness == wire.Complete && (!b.Complete.Known || b.Complete.Value)
		b.Complete = wire.Some(whole)
	}
}
