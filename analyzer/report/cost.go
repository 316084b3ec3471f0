package report

const (
	ServerCost = 1024 // of one without data, with its slots in tables
	ClientCost = 440
	PersonCost = 192
	DetailCost = 48 // a span, score or team of a person
	TextBytes  = 88 // a text, see [TextCost], with its run
	ruleCost   = 80
)

// TextUnit is the bytes of a text that count as another one.
const TextUnit = 32

// TextCost returns how many texts one counts as.
func TextCost(v string) int { return 1 + len(v)/TextUnit }

// Cost is that of what does not change with every reply.
func (s *Server) Cost() int64 {
	return ServerCost + PersonCost*int64(len(s.People)) + ruleCost*int64(len(s.Rules)) + s.RTT.Cost()
}

func (c *Client) Cost() int64 { return ClientCost + c.RTT.Cost() }

func (h *Histogram) Cost() int64 { return 8 * int64(cap(h.buckets)) }

// Details returns how many of its server's details p takes: stretches of time,
// scores and teams.
func (p *Person) Details() int { return len(p.Spans) + len(p.Scores.Runs) + len(p.Team.Runs) }

// Clip frees spare capacity, of one who has left or lost some of it.
func (p *Person) Clip() {
	p.Spans = clipped(p.Spans)
	p.Scores.Runs = clipped(p.Scores.Runs)
	p.Team.Runs = clipped(p.Team.Runs)
}

func clipped[T any](s []T) []T {
	if cap(s)-len(s) <= len(s)/8 {
		return s
	}
	return append(make([]T, 0, len(s)), s...)
}
