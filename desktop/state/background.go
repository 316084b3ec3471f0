package state

import (
	"context"

	"fragscope/decoder"
)

// A Task works on a goroutine of its own and ends soon after ctx; what it returns shows the result.
type Task func(ctx context.Context, progress func(share float64)) (show func())

// RunWith has run do what may take long. Without it, or in it, tasks are done at once.
func (x *Inspector) RunWith(run func(what string, task Task)) { x.run = run }
func (x *Inspector) Work(what string, task Task)              { x.run(what, task) }

// Seek has find go somewhere on a copy of the Inspector, beside the screen, and follows it once it is there.
func (x *Inspector) Seek(what string, find func(x *Inspector)) {
	from := *x
	x.run(what, func(ctx context.Context, progress func(float64)) func() {
		s := from
		s.source = &watchedSource{Source: from.source, ctx: ctx, progress: progress,
			total: 1 + len(searched(from.source, from.current))}
		s.run, s.listeners, s.said = atOnce, nil, ""
		s.tree = s.folds.apply(NewTree(s.message)) // which groups are open is changed meanwhile
		find(&s)
		s.search.more = s.search.more || ctx.Err() != nil && s.search.query != from.search.query
		return func() { x.follow(&s) }
	})
}

func atOnce(_ string, task Task) { task(context.Background(), func(float64) {})() }

func (x *Inspector) follow(s *Inspector) {
	topics := Topic(0)
	if s.search.query != x.search.query || s.search.hits.Total != x.search.hits.Total || s.search.at != x.search.at ||
		s.search.more != x.search.more {
		topics = TopicSearch
	}
	x.search = s.search
	switch {
	case s.message != x.message || s.current != x.current || s.failed != x.failed:
		x.current, x.message, x.failed, x.tree, x.places = s.current, s.message, s.failed, s.tree, s.places
		x.selected, x.chosen, x.cursor, x.hover = s.selected, s.chosen, s.cursor, -1
		topics |= TopicCurrent | TopicSelect | TopicHover
	case s.selected == x.selected && s.chosen == x.chosen:
	case s.chosen:
		x.choose(s.selected)
	default:
		x.ClearSelection()
	}
	if topics != 0 {
		x.announce(topics)
	}
	if s.said != "" {
		x.Say(s.said)
	}
}

// A watchedSource is a Source that reports how much of it was looked through,
// and has nothing more once its context is done.
type watchedSource struct {
	Source
	ctx         context.Context
	progress    func(share float64)
	done, total int
	last        int // the datagram that was read last, with its message
	message     *decoder.Message
}

func (w *watchedSource) Row(i int) (Row, bool) {
	w.total = w.Len() // rows are asked for in order
	if w.looked() != nil {
		return Row{}, false
	}
	return w.Source.Row(i)
}

func (w *watchedSource) Message(i int) (*decoder.Message, error) {
	if i == w.last && w.message != nil { // what was found is gone to, stopped or not
		return w.message, nil
	}
	if err := w.looked(); err != nil {
		return nil, err
	}
	m, err := w.Source.Message(i)
	w.last, w.message = i, m
	return m, err
}

func (w *watchedSource) looked() error {
	if w.done++; w.done%64 == 0 {
		w.progress(float64(min(w.done, w.total)) / float64(w.total))
	}
	return w.ctx.Err()
}
