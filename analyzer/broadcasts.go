package analyzer

import "fragscope/decoder"

type waitingBroadcast struct {
	deadline int64
	client   endpoint
	b        *broadcast
}

// A broadcast is a broadcast request.
type broadcast struct {
	info    *decoder.MessageInfo
	topic   decoder.Topic
	time    int64
	packet  int64
	size    int64
	answers int64
}

// broadcast remembers a broadcast request, so that answers from anywhere are
// not unsolicited.
func (s *shard) broadcast(r *record) {
	if s.first {
		s.packet(r)
	}
	if b := s.broadcasts[r.src]; b != nil {
		s.endBroadcast(r.src, b)
	} else if len(s.broadcasts) >= s.opts.MaxFlows {
		return
	}
	b := &broadcast{info: r.info, topic: r.topic, time: r.time, packet: r.number, size: int64(r.size)}
	s.broadcasts[r.src] = b
	if len(s.late) >= s.opts.MaxFlows {
		s.endLate()
	}
	s.late = append(s.late, waitingBroadcast{r.now + waitAnswer, r.src, b})
}

// answerBroadcast returns an exchange for reply r if it answers a broadcast.
func (s *shard) answerBroadcast(c *conversation, r *record) *exchange {
	if len(s.broadcasts) == 0 {
		return nil
	}
	b := s.broadcasts[r.dst]
	if b == nil || r.time-b.time > waitAnswer || b.info.Protocol != r.info.Protocol || !r.topic.Answers(b.topic) {
		return nil
	}
	b.answers++
	x := s.newExchange(c, r)
	x.info, x.topic, x.asked = b.info, b.topic, true
	x.request, x.time, x.lastTry, x.bytesOut = b.packet, b.time, b.time, b.size
	return x
}

func (s *shard) endBroadcast(client endpoint, b *broadcast) {
	s.discovery(client, b)
}
