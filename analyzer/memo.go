package analyzer

import (
	"slices"

	"fragscope/decoder"
)

// A memo remembers what short payloads decoded to. Those who ask send the same
// few bytes over and over, and so do servers that answer a ping: half of all
// packets, of which only the headers have to be read then. What a payload
// decodes to depends on nothing but its bytes and, where these leave it open,
// on ports that mean something, so a record made from memory is the one that
// decoding makes. All bytes are compared, not only their hash.
//
// Longer payloads are decoded each time. Those of servers that nobody plays on
// come again too, but to keep them takes more of the processor's caches than
// it spares.
type memo struct {
	ports *decoder.TellingPorts
	once  [256]uint32                // other bits of the hashes of what came last, by hash
	known [128][memoWays]*remembered // by hash, the one met last first
}

const (
	memoWays   = 2
	memoLength = 32 // bytes of the longest payload that is remembered
)

// A memoKey is what a payload is found by.
type memoKey struct {
	hash     uint64
	src, dst uint16 // the ports, as far as they tell anything
}

// remembered is what a payload decoded to.
type remembered struct {
	memoKey
	payload  []byte
	info     *decoder.MessageInfo
	topic    decoder.Topic
	part     decoder.Part
	content  uint64
	problems []*decoder.ProblemInfo
}

func newMemo() *memo { return &memo{ports: decoder.NewTellingPorts()} }

func (m *memo) key(f *decoder.Frame, payload []byte) memoKey {
	return memoKey{hashBytes(payload), m.ports.Of(f.SrcPort), m.ports.Of(f.DstPort)}
}

// find returns what is known of a payload, nil for nothing.
func (m *memo) find(k memoKey, payload []byte) *remembered {
	set := &m.known[k.hash%uint64(len(m.known))]
	for i, x := range set {
		if x != nil && x.memoKey == k && string(x.payload) == string(payload) {
			set[0], set[i] = x, set[0]
			return x
		}
	}
	return nil
}

// note remembers the message of r, whose key is k, when it comes a second time.
func (m *memo) note(k memoKey, r *record) {
	if once := &m.once[k.hash>>32%uint64(len(m.once))]; *once != uint32(k.hash) {
		*once = uint32(k.hash)
		return
	}
	set := &m.known[k.hash%uint64(len(m.known))]
	copy(set[1:], set[:])
	set[0] = &remembered{
		memoKey: k, payload: slices.Clone(r.payload), info: r.info, topic: r.topic, part: r.part, content: r.content, problems: slices.Clone(r.problems),
	}
}
