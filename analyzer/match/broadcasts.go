package match

import (
	"fragscope/analyzer/record"
	"fragscope/decoder/wire"
)

type waitingBroadcast struct {
	deadline int64
	client   record.Endpoint
	b        *broadcast
}

type broadcast struct {
	info    *wire.MessageInfo
	topic   wire.MatchKey
	time    int64 // of the packet before it when its own is not known
	when    int64 // 0 when it is not known
	packet  int64
	size    int64
	answers int64
}

// Answers to a broadcast are not unsolicited, wherever they come from.
func (s *Shard) broadcast(r *record.Record) {
	if s.first {
		s.packet(r)
	}
	if b := s.broadcasts[r.Src]; b != nil {
		s.endBroadcast(r.Src, b)
	} else if len(s.broadcasts) >= s.opts.MaxFlows {
		return
	}
	b := &broadcast{info: r.Info, topic: r.Topic, time: r.Time, when: r.When(), packet: r.Number, size: int64(r.Size)}
	s.broadcasts[r.Src] = b
	if len(s.late) >= s.opts.MaxFlows {
		s.endLate()
	}
	s.late = append(s.late, waitingBroadcast{r.Now + waitAnswer, r.Src, b})
}

// answerBroadcast returns an exchange for reply r if it answers a broadcast.
func (s *Shard) answerBroadcast(c *conversation, r *record.Record) *exchange {
	if len(s.broadcasts) == 0 {
		return nil
	}
	b := s.broadcasts[r.Dst]
	if b == nil || r.Time-b.time > waitAnswer || b.info.Protocol() != r.Info.Protocol() || !r.Topic.Answers(b.topic) {
		return nil
	}
	b.answers++
	x := s.newExchange(c, r)
	x.info, x.topic, x.asked = b.info, b.topic, true
	x.request, x.time, x.lastTry, x.requestBytes = b.packet, b.when, b.when, b.size
	return x
}

func (s *Shard) endBroadcast(client record.Endpoint, b *broadcast) {
	s.discovery(client, b)
}
