// Package numbers gives the kinds of message of all protocols, and all problems,
// numbers: for tables, and for what goes to another process of the same version.
// They are set in every program that imports it.
package numbers

import (
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/frame"
	"fragscope/decoder/ksy"
	"fragscope/decoder/lookalike"
	"fragscope/decoder/wire"
)

// Messages and Problems, each at the place of its Number.
var (
	Messages []*wire.MessageInfo
	Problems = slices.Concat(wire.CoreProblems, []*wire.ProblemInfo{&lookalike.Problem}, decoder.AssembleProblems,
		frame.Docs.Problems, ksy.Problems)
)

func init() {
	for _, p := range decoder.Protocols() {
		Messages = append(Messages, decoder.MessagesOf(p)...)
		Problems = append(Problems, decoder.DocsOf(p).Problems...)
	}
	for i, m := range Messages {
		m.Number = uint16(i)
	}
	for i, p := range Problems {
		p.Number = uint16(i)
	}
}
