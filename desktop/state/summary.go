package state

import (
	"math"
	"slices"
	"time"

	"fragscope/analyzer/export"
	"fragscope/decoder"
	"fragscope/decoder/view"
)

// What is shown of a server.
type (
	Summary = view.Summary
	Table   = view.Table
	Column  = view.Column
	Span    = view.Span
)

// shown appends a text as the window shows it.
func shown(dst, text []byte) []byte { return append(dst, escaped(text)...) }

// Summary returns what the current datagram and those related to it say about their server, nil for nothing.
func (x *Inspector) Summary() *Summary {
	if x.message == nil {
		return nil
	}
	return x.summarize(x.source.Related(x.current), math.MaxInt)
}

// summarize returns a summary of datagrams with at most so many rows of each table.
func (x *Inspector) summarize(related []int, rows int) *Summary {
	s := x.source.Status(x.current)
	if s == nil {
		return nil
	}
	var messages []*decoder.Message
	for _, i := range related {
		if m := x.messageAt(i); m != nil {
			messages = append(messages, m)
		}
	}
	return view.SummarizeFirst(s, messages, shown, rows)
}

// resultFacts are what is said about a server in one line, as on the page, of up to
// resultMost datagrams with up to resultBytes, so that it is quick.
var resultFacts = []string{"Map", "Players", "Game type", "Version"}

const (
	resultMost  = 200
	resultBytes = 1 << 20
)

// Result returns the name of the server that [Inspector.Summary] is about, and
// what one wants to know first; nil for nothing.
func (x *Inspector) Result() *Summary {
	if x.message == nil {
		return nil
	}
	related := x.source.Related(x.current)
	if len(related) > resultMost {
		return nil
	}
	size, ping := 0, time.Duration(0)
	for _, i := range related {
		r, _ := x.source.Row(i)
		if size += r.Length; ping == 0 && r.Answers >= 0 {
			ping = r.After
		}
	}
	if size > resultBytes {
		return nil
	}
	s := x.summarize(related, 0)
	if s == nil {
		return nil
	}
	result := &Summary{Title: s.Title}
	for _, name := range resultFacts {
		if i := slices.IndexFunc(s.Facts, func(f view.Fact) bool { return f.Name == name }); i >= 0 {
			result.Facts = append(result.Facts, s.Facts[i])
		}
	}
	if ping > 0 {
		result.Facts = append(result.Facts, view.Fact{Name: "Ping", Value: view.Plain(export.Duration(int64(ping)))})
	}
	if result.Title == nil && result.Facts == nil {
		return nil
	}
	return result
}
