// Package numbers gives the protocols, the kinds of message of all of them, and all
// problems, numbers: for tables, and for what goes to another process of the same
// version. They are set in every program that imports it.
package numbers

import (
	"slices"
	"sync"
	"sync/atomic"

	"fragscope/decoder"
	"fragscope/decoder/frame"
	"fragscope/decoder/ksy"
	"fragscope/decoder/lookalike"
	"fragscope/decoder/wire"
)

// Tables has messages and problems, each at the place of its Number, and
// protocols, that of unknown ones first.
type Tables struct {
	Protocols []wire.ProtocolID
	Messages  []*wire.MessageInfo
	Problems  []*wire.ProblemInfo
}

var (
	tables atomic.Pointer[Tables]
	adding sync.Mutex
)

func init() {
	t := Tables{Protocols: []wire.ProtocolID{wire.UnknownProtocol}}
	t.problems(wire.CoreProblems, []*wire.ProblemInfo{&lookalike.Problem}, decoder.AssembleProblems, frame.Docs.Problems,
		ksy.Problems)
	for _, p := range decoder.Protocols() {
		t.add(decoder.Descriptor(p))
	}
	tables.Store(&t)
}

// All returns the tables. What is in them keeps its place.
func All() *Tables { return tables.Load() }

// Add gives numbers to protocols of a program's own, to each once. It comes before
// anything that counts their messages.
func Add(protocols ...*wire.Protocol) {
	adding.Lock()
	defer adding.Unlock()
	t := *tables.Load()
	for _, p := range protocols {
		if !slices.Contains(t.Protocols, p.ID) {
			t.add(p)
		}
	}
	tables.Store(&t)
}

func (t *Tables) add(p *wire.Protocol) {
	t.Protocols = append(t.Protocols, p.ID)
	for _, m := range p.Docs.Messages {
		m.Number = uint16(len(t.Messages))
		t.Messages = append(t.Messages, m)
	}
	t.problems(p.Docs.Problems)
}

func (t *Tables) problems(lists ...[]*wire.ProblemInfo) {
	for _, list := range lists {
		for _, p := range list {
			p.Number = uint16(len(t.Problems))
			t.Problems = append(t.Problems, p)
		}
	}
}

// Protocol returns the number of a protocol, that of unknown ones where it has none.
func Protocol(p wire.ProtocolID) int { return max(0, slices.Index(All().Protocols, p)) }

// ProtocolAt returns the protocol with a number.
func ProtocolAt(n int) wire.ProtocolID {
	if all := All().Protocols; n >= 0 && n < len(all) {
		return all[n]
	}
	return wire.UnknownProtocol
}

// ProtocolNames returns the names of the protocols, each at the place of its number.
func ProtocolNames() []string {
	var names []string
	for _, p := range All().Protocols {
		names = append(names, p.String())
	}
	return names
}
