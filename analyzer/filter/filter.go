package filter

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// Subjects are what an expression can be about.
type Subjects uint8

const (
	Packets Subjects = 1 << iota
	Exchanges
	Servers
	everything = Packets | Exchanges | Servers
)

// String names the subjects, for errors.
func (s Subjects) String() string {
	var list []string
	for i, name := range [...]string{"packets", "exchanges", "servers"} {
		if s>>i&1 != 0 {
			list = append(list, name)
		}
	}
	return strings.Join(list, " and ")
}

// A Filter is a compiled expression. It can be used by several goroutines.
type Filter struct {
	source string
	about  Subjects // that have everything it names
	holds  func(*scope) bool
}

// String returns the expression.
func (f *Filter) String() string { return f.source }

// About returns the subjects of which the filter can be true.
func (f *Filter) About() Subjects { return f.about }

// Compile compiles an expression about packets. The error is an [Error]. What layouts
// describe, if they are given, has names as well.
func Compile(source string, layouts ...*wire.Layouts) (*Filter, error) {
	return CompileFor(source, Packets, layouts...)
}

// CompileFor compiles an expression about any of some subjects: of packets and
// exchanges, for example, one whose names are all of packets or all of exchanges.
func CompileFor(source string, about Subjects, layouts ...*wire.Layouts) (*Filter, error) {
	f, err := compile(source, about, layouts)
	if err == nil && f.about == 0 {
		err = &Error{Message: "it asks both for what only packets have and for what only exchanges have",
			Advice: "filter by one of them"}
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// CompileSearch compiles what is typed into a search box: an expression, or words
// that are looked for, all of them.
func CompileSearch(source string, about Subjects, layouts ...*wire.Layouts) (*Filter, error) {
	f, err := CompileFor(source, about, layouts...)
	if err == nil || strings.TrimSpace(source) == "" || strings.ContainsAny(source, "<>=!~()[]{}\"'`&|*+") {
		return f, err
	}
	words := strings.Fields(source)
	for i, w := range words {
		if operators[w] != "" || w == "and" || w == "or" || w == "not" {
			return nil, err
		}
		words[i] = fmt.Sprintf("text(%q)", w)
	}
	found, wrong := CompileFor(strings.Join(words, " and "), about, layouts...)
	if wrong != nil {
		return nil, err
	}
	found.source = source
	return found, nil
}

// CompileJoint compiles an expression about packets of which the exchange is
// known too, for [Matcher.Row]: it can use the names of both.
func CompileJoint(source string, layouts ...*wire.Layouts) (*Filter, error) {
	return compile(source, Packets|Exchanges, layouts)
}

func compile(source string, about Subjects, layouts []*wire.Layouts) (*Filter, error) {
	p := &parser{source: source, about: about, common: about, words: wordsOf(layouts)}
	holds, err := p.parse()
	if err != nil {
		return nil, err
	}
	return &Filter{source: source, about: p.common, holds: holds}, nil
}

// Without loops and variables the cost of an evaluation is known before the first: the sum of its parts.
const (
	MaxSource = 8 << 10 // bytes of an expression
	// see search; a name, value or operator is one step, an instruction of a regular expression another
	MaxSteps = 4000
	search   = 100 // steps of what looks through a whole packet or server
	maxDepth = 200 // of parentheses and negations
)

// An Error says what is wrong with an expression and where.
type Error struct {
	Line, Column int // in characters, from 1; 0 when no place is known
	Message      string
	Advice       string // what to do, "" when the message says it
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("filter")
	if e.Line > 1 {
		fmt.Fprintf(&b, ", line %d", e.Line)
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, ", column %d", e.Column)
	}
	return b.String() + ": " + e.Sentence()
}

// Sentence says what is wrong without where, for a screen that shows the
// position.
func (e *Error) Sentence() string {
	if e.Advice == "" {
		return e.Message
	}
	return e.Message + "; " + e.Advice
}

func quoted(s string) string {
	if len(s) > 100 {
		s = strings.ToValidUTF8(s[:100], "") + "…"
	}
	return strconv.Quote(s)
}

// A Matcher applies a Filter. It is used by one goroutine at a time.
type Matcher struct {
	filter *Filter
	scope  scope
}

// Matcher returns a Matcher of its own for a goroutine. When ctx is done, a
// running evaluation ends, and it is false.
func (f *Filter) Matcher(ctx context.Context) *Matcher {
	return &Matcher{filter: f, scope: scope{ctx: ctx}}
}

// Match reports whether the filter is true for a packet.
func (m *Matcher) Match(msg *decoder.Message, p *record.Packet) bool {
	h := headerOf(msg, p)
	return m.match(subject{Header: &h, message: msg})
}

// Row reports whether the filter is true for a packet of which a list is known.
// decode and exchange are called when more than its header is asked for; they may
// return nil.
func (m *Matcher) Row(h *Header, decode func() *decoder.Message, exchange func() *report.Exchange) bool {
	return m.match(subject{Header: h, decode: decode, find: exchange})
}

// Exchange reports whether the filter is true for an exchange.
func (m *Matcher) Exchange(x *report.Exchange) bool {
	h := Header{Protocol: x.Protocol, Message: x.Message, Direction: decoder.Request, Src: x.Client, Dst: x.Server,
		Number: x.Packet(), Time: x.Time, HasTime: x.Time != 0}
	return m.match(subject{Header: &h, exchange: x})
}

// Exchanges returns what passes the exchanges that meet the filter on to next.
func (f *Filter) Exchanges(ctx context.Context, next func(string, []*report.Exchange)) func(string,
	[]*report.Exchange) {
	m := f.Matcher(ctx)
	return func(file string, list []*report.Exchange) {
		next(file, slices.DeleteFunc(list, func(x *report.Exchange) bool { return !m.Exchange(x) }))
	}
}

// Server reports whether the filter is true for a server.
func (m *Matcher) Server(s *Server) bool {
	h := Header{Protocol: s.Protocol, Direction: decoder.Request, Dst: s.Addr}
	return m.match(subject{Header: &h, server: s})
}

func (m *Matcher) match(s subject) bool {
	m.scope.subject = s
	m.scope.failed = false
	yes := m.filter.holds(&m.scope)
	failed := m.scope.failed
	m.scope.subject = subject{}
	return yes && !failed
}
