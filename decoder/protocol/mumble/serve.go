package mumble

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Keys: the bandwidth is a rule, and nothing else is said.
var Keys answer.RuleKeys

// usualBandwidth is what servers allow unless they are told otherwise.
const usualBandwidth = 558000

// Replies answers a ping.
func Replies(w *answer.Writer, question *wire.Message) {
	p := question.PayloadBytes()
	if question.Info != &pingRequest || len(p) < pingSize {
		w.Err = answer.ErrNoRequest
		return
	}
	bits := int64(usualBandwidth)
	if v, ok := answer.StatusRule(w.Status, bandwidth); ok {
		bits = min(max(answer.NumberOr(v, usualBandwidth), 1), mostBits)
	}
	b := appendVersion(make([]byte, 0, pongSize), w.Status.Version.Or("1.5.0"))
	b = append(b, p[4:pingSize]...)
	b = wire.AppendBE32(b, uint32(answer.Clamp(answer.PlayerCount(w.Status), 0, manyUsers-1)))
	b = wire.AppendBE32(b, uint32(answer.Clamp(w.Status.MaxPlayers, 1, manyUsers)))
	w.Send(wire.AppendBE32(b, uint32(bits)))
}

// appendVersion appends the three numbers of a version. The first can only be one
// by which replies are recognised.
func appendVersion(b []byte, version string) []byte {
	numbers := [4]int{0, 0, 0, 0}
	place, digits := 1, 0
	for i := range len(version) {
		switch c := version[i]; {
		case c >= '0' && c <= '9':
			numbers[place] = min(numbers[place]*10+int(c-'0'), 255)
			digits++
		case c == '.' && place < 3 && digits > 0:
			place++
		default:
			return append(b, 0, 1, 5, 0) // no version of Mumble
		}
	}
	numbers[1], numbers[2] = min(max(numbers[1], 1), newestMajor), min(numbers[2], newestMinor-1)
	for _, n := range numbers {
		b = append(b, byte(n))
	}
	return b
}
