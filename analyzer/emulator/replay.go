package emulator

import (
	"cmp"
	"errors"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fragscope/analyzer/flow"
	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/serve"
)

// Source replays the server. A request that was recorded is answered as then,
// with its own id; when repeated, with the next recorded answer, and from the
// beginning after the last. One that got no answer gets none. Another request
// is answered from what the replies say about the server. timing sends the
// datagrams as long after the request as recorded.
func (s *Recorded) Source(timing bool) Source {
	if s.TCP {
		return &talkSource{s: s, timing: timing}
	}
	r := &recordedSource{s: s, timing: timing, asked: map[string]*question{}}
	var key []byte
	for i := range s.exchanges {
		if e := &s.exchanges[i]; e.request != nil {
			key = questionKey(key, request(e.request, e.protocol))
			q := r.asked[string(key)]
			if q == nil {
				q = &question{}
				r.asked[string(key)] = q
			}
			q.exchanges = append(q.exchanges, e)
		}
	}
	type subjects struct {
		protocol decoder.Protocol
		set      uint32
	}
	last := map[subjects]*recorded{}
	for i := range s.exchanges {
		if e := &s.exchanges[i]; len(e.replies) > 0 {
			m := reply(e.replies[0].data, e.protocol)
			last[subjects{e.protocol, m.MatchKey().Subjects}] = e
		}
	}
	latest := slices.SortedFunc(maps.Values(last), func(a, b *recorded) int { return cmp.Compare(a.at, b.at) })
	var ms []*decoder.Message
	for _, e := range latest {
		for _, d := range e.replies {
			ms = append(ms, reply(d.data, e.protocol))
		}
	}
	r.status = decoder.StatusOf(ms...)
	return r
}

func reply(p []byte, protocol decoder.Protocol) *decoder.Message {
	return decoder.Decode(p, decoder.Options{Protocol: protocol, From: decoder.Reply, Link: decoder.LinkNone})
}

// questionKey is what requests for the same have in common.
func questionKey(b []byte, m *decoder.Message) []byte {
	return serve.AppendCanonical(append(append(b[:0], m.Protocol()...), 0), m)
}

type recordedSource struct {
	s      *Recorded
	timing bool
	status *decoder.Status
	asked  map[string]*question
}

type question struct {
	exchanges []*recorded
	turn      atomic.Uint32
}

func (r *recordedSource) Protocols() []decoder.Protocol { return r.s.Protocols }

func (r *recordedSource) Replies(q *Question) ([]Reply, error) {
	same := r.asked[string(questionKey(nil, q.Request))]
	if same == nil {
		return r.loose(q, &answer.Answer{Number: q.Number, Challenge: q.Challenge})
	}
	e := same.exchanges[int(same.turn.Add(1)-1)%len(same.exchanges)]
	if asks, err := serve.Challenged(q.Request, q.Challenge); err != nil {
		return nil, err
	} else if asks && len(e.replies) > 0 && q.Challenge != 0 {
		return built(q, r.status) // the challenge is this server's own
	}
	replies := make([]Reply, len(e.replies))
	for i, d := range e.replies {
		replies[i].Data = serve.AppendPatched(nil, reply(d.data, e.protocol), q.Request, q.Number)
		if r.timing {
			replies[i].After = d.after
		}
	}
	if len(replies) == 0 {
		return nil, errors.New("it got no answer in the capture")
	}
	return replies, nil
}

// loose answers from replies whose requests are not in the capture, or from the status.
func (r *recordedSource) loose(q *Question, a *answer.Answer) ([]Reply, error) {
	var all []*decoder.Message
	for i := range r.s.exchanges {
		if e := &r.s.exchanges[i]; e.request == nil {
			all = append(all, reply(e.replies[0].data, e.protocol))
		}
	}
	out, whole, err := serve.AppendReplay(nil, q.Request, all, a)
	if err != nil {
		return nil, err
	}
	if whole {
		return atOnce(out), nil
	}
	return built(q, r.status)
}

type talkSource struct {
	s      *Recorded
	timing bool
	mu     sync.Mutex
	next   int
}

func (r *talkSource) Protocols() []decoder.Protocol { return r.s.Protocols }

// Replies answers nothing: masters speak TCP.
func (r *talkSource) Replies(*Question) ([]Reply, error) { return nil, nil }

func (r *talkSource) Conversation(netip.AddrPort, time.Time) Conversation {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.s.talks[r.next%len(r.s.talks)]
	r.next++
	return &talk{turns: c.Turns, timing: r.timing}
}

type talk struct {
	turns  []flow.Turn
	timing bool
	heard  int64         // time of the client's last turn
	wait   time.Duration // before what is sent next
}

func (t *talk) pause() time.Duration {
	wait := t.wait
	t.wait = 0
	return wait
}

func (t *talk) Begin() []byte { return t.say() }

func (t *talk) say() []byte {
	var out []byte
	for len(t.turns) > 0 && !t.turns[0].FromClient {
		if t.timing && t.heard > 0 && len(out) == 0 {
			t.wait = time.Duration(max(0, t.turns[0].Time-t.heard))
		}
		out = append(out, t.turns[0].Data...)
		t.turns = t.turns[1:]
	}
	return out
}

// Next waits for as many bytes as the client sent in the recording, or for a
// whole message.
func (t *talk) Next(in []byte) (out []byte, used int, done bool) {
	if len(t.turns) == 0 {
		return nil, len(in), true
	}
	if len(in) < len(t.turns[0].Data) && !unrealmaster.WholeToMaster(in) {
		return nil, 0, false
	}
	t.heard = t.turns[0].Time
	t.turns = t.turns[1:]
	out = t.say()
	return out, len(in), len(t.turns) == 0
}
