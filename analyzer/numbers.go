package analyzer

import (
	"sync"

	"fragscope/decoder"
	"fragscope/decoder/explain"
)

// numbers gives messages and problems numbers that are the same in every
// process: for tables, and for what parts hand over.
type numbers struct {
	messages  []*decoder.MessageInfo
	problems  []*decoder.ProblemInfo
	ofMessage map[*decoder.MessageInfo]uint16
	ofProblem map[*decoder.ProblemInfo]uint16
}

var numbered = sync.OnceValue(func() *numbers {
	n := &numbers{ofMessage: map[*decoder.MessageInfo]uint16{}, ofProblem: map[*decoder.ProblemInfo]uint16{}}
	for _, p := range decoder.Protocols() {
		for _, m := range decoder.MessagesOf(p) {
			n.ofMessage[m] = uint16(len(n.messages))
			n.messages = append(n.messages, m)
		}
	}
	for _, e := range explain.Explanations() {
		if e.Problem != nil {
			n.ofProblem[e.Problem] = uint16(len(n.problems))
			n.problems = append(n.problems, e.Problem)
		}
	}
	return n
})

// latestInfo caches numbers of messages: a map is slow for a lookup by every
// packet.
type latestInfo [128]struct {
	info   *decoder.MessageInfo
	number uint16
}

func (l *latestInfo) of(info *decoder.MessageInfo) uint16 {
	e := &l[(int(info.Protocol)*37+int(info.Direction)+2*len(info.Name))%len(l)]
	if e.info != info {
		e.info, e.number = info, numbered().ofMessage[info]
	}
	return e.number
}
