package send

import (
	"context"
	"sync"

	"fragscope/decoder"
	"fragscope/decoder/query"
	"fragscope/desktop/state"
)

// maxAnswers bounds the challenges that are answered for one request: a server that
// has a new one each time never answers.
const maxAnswers = 3

// Exchange sends a request as s does. With answer set a challenge that comes in
// place of the reply is answered, and one that the server is known to expect is
// asked for first; all of that is shown to got, which is not called twice at once.
func Exchange(
	ctx context.Context, s Sender, address string, p decoder.Protocol, payload []byte, answer bool,
	got func(state.Datagram),
) error {
	var mu sync.Mutex
	once := func(d state.Datagram) {
		mu.Lock()
		defer mu.Unlock()
		got(d)
	}
	if !answer {
		return s.Send(ctx, address, payload, once)
	}
	request := decoder.Decode(payload, decoder.Options{Protocol: p, From: decoder.Request, Link: decoder.LinkNone})
	next := payload
	if before := query.ChallengeRequest(request); before != nil {
		next = before
	}
	for n := 0; ; n++ {
		var proved []byte
		inner, cancel := context.WithCancel(ctx)
		heard := false
		err := s.Send(inner, address, next, func(d state.Datagram) {
			mu.Lock()
			defer mu.Unlock()
			got(d)
			if d.Sent || d.Note != "" || proved != nil || n == maxAnswers {
				return
			}
			heard = true
			d.Protocol, d.From = p, decoder.Reply
			if b, retry := query.AnswerChallenge(request, d.Decode()); retry {
				proved = b
				cancel() // the answer goes out at once
			}
		})
		cancel()
		switch {
		case ctx.Err() != nil:
			return err
		case proved != nil:
			next = proved
		case n == 0 && !heard && &next[0] != &payload[0]: // it knows no challenges
			next = payload
		default:
			return err
		}
	}
}
