package answer

import (
	"math"
	"slices"
	"strings"

	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Replies made from a Status: the opposite of StatusOf. A program that only
// decodes links none of this; it is reached through AppendReplies, AppendReplay
// and the sessions of a master server alone.

// An Answer says what a server is, for the replies that it sends.
type Answer struct {
	Status    *wire.Status
	Game      *Game   // whose layouts to use, nil to choose by the protocol and the status
	Number    uint32  // gamespy1: number of the query, which a server counts from 1
	Challenge int32   // gamespy3: what the address of the client has to repeat, 0 to require nothing
	QueryPort uint16  // unreal-lan: the port that answers queries, when the status does not say it
	Address   [4]byte // unreal-lan: the server's own IPv4 address, as UT3 sends it
}

// A ReplyError says why a request gets no reply.
type ReplyError string

func (e ReplyError) Error() string { return string(e) }

// Why no reply is sent.
const (
	ErrNotApplicable ReplyError = "the request asks for nothing that the server has; real ones stay silent too"
	ErrChallenge     ReplyError = "the request does not repeat the challenge that was sent to its address"
	ErrNoRequest     ReplyError = "the datagram is no request of a protocol that servers answer"
	ErrNoReplies     ReplyError = "the protocol has no replies that are made from a status"
	ErrEmptyList     ReplyError = "there is nothing to say: the list is empty, and servers send nothing for it"
)

// A Writer gathers the datagrams of one answer.
type Writer struct {
	Answer
	Out [][]byte
	Err ReplyError
}

// Send adds a datagram.
func (r *Writer) Send(b []byte) { r.Out = append(r.Out, b) }

// maxReplyText is where texts are cut, in bytes of UTF-8: no game has longer
// ones, and a datagram that holds a few still fits into UDP.
const maxReplyText = 1024

// ReplyText returns s without what no protocol can carry in a text: NULs and
// line breaks. Colour codes stay.
func ReplyText(s string) string {
	if len(s) > maxReplyText {
		n := maxReplyText
		for n > 0 && s[n]&0xc0 == 0x80 {
			n--
		}
		s = s[:n]
	}
	if !strings.ContainsAny(s, "\x00\n\r") {
		return s
	}
	return string(slices.DeleteFunc([]byte(s), func(c byte) bool { return c == 0 || c == '\n' || c == '\r' }))
}

// AppendReplyBytes appends s in single bytes: cp1252, or UTF-8 when it has
// characters that cp1252 lacks, or when its cp1252 bytes would be taken for
// UTF-8.
func AppendReplyBytes(dst []byte, s string) []byte {
	n := len(dst)
	out, ok := wire.AppendLetters(dst, []byte(s), wire.KindText, false)
	if ok && !wire.ValidMultibyte(out[n:]) {
		return out
	}
	return append(dst[:n], s...)
}

// AppendCounted appends the first 255 bytes of s after their number in one byte.
func AppendCounted(dst []byte, s string) []byte { return AppendCountedMax(dst, s, math.MaxUint8) }

// AppendCountedMax appends the first most bytes of s, at most 255, after their number.
func AppendCountedMax(dst []byte, s string, most int) []byte {
	t := AppendReplyBytes(nil, ReplyText(s))
	t = t[:min(len(t), most)]
	return append(append(dst, byte(len(t))), t...)
}

// Bit returns 1 for true, 0 for false.
func Bit(v bool) byte {
	if v {
		return 1
	}
	return 0
}

// AppendReplyString appends s as an Unreal string (protocol/SPEC.md#unreal-strings): its
// length in units, incl. the NUL terminator, negative for 16-bit units, then the
// units. Empty is a single 0.
func AppendReplyString(dst []byte, s string) []byte {
	if s = ReplyText(s); s == "" {
		return append(dst, 0)
	}
	letters, ok := wire.AppendLetters(nil, []byte(s), wire.KindText, false)
	if ok && !wire.ValidMultibyte(letters) {
		return append(append(wire.AppendCompact(dst, int64(len(letters)+1)), letters...), 0)
	}
	if wide, _ := wire.AppendLetters(nil, []byte(s), wire.KindUCS2, false); !wire.Ucs2Mojibake(wide) {
		return append(append(wire.AppendCompact(dst, -int64(len(wide)/2+1)), wide...), 0, 0)
	}
	return append(append(wire.AppendCompact(dst, int64(len(s)+1)), s...), 0)
}

// Clamp returns v, 0 for a missing one, clamped to [least, most].
func Clamp(v wire.Opt[int64], least, most int64) int64 { return min(max(v.Value, least), most) }

// PlayerCount returns the number of players to announce.
func PlayerCount(s *wire.Status) wire.Opt[int64] {
	return wire.Some(s.Players.Or(int64(len(s.PlayerList))))
}

// StatusRule returns the value of the first rule with a key.
func StatusRule(s *wire.Status, key string) (string, bool) {
	for i := range s.Rules {
		if wire.EqualFold(s.Rules[i].Key, key) {
			return s.Rules[i].Value, true
		}
	}
	return "", false
}

// HasRole reports whether a rule tells what role is.
func (k *RuleKeys) HasRole(s *wire.Status, role wire.Role) bool {
	known := k.Known
	if known == nil {
		known = &keys.Known
	}
	for i := range s.Rules {
		if k := known.Lookup([]byte(s.Rules[i].Key)); k != nil && k.Role == role {
			return true
		}
	}
	return false
}

// A RuleKeys names the keys under which a game sends what a Status holds in
// typed fields; "" for what it does not send.
type RuleKeys struct {
	Version  string
	Password string
	Yes, No  string       // values of password; no is "" where an open server leaves the key out
	Mutator  string       // one rule for each mutator
	Mutators string       // one rule for all, with commas
	Known    *wire.KeySet // what the keys of the protocol mean; nil for those that most protocols share
}

// StatusRules returns the rules of s, and those that its typed values imply.
func StatusRules(s *wire.Status, k *RuleKeys) []wire.Rule {
	rules := s.Rules[:len(s.Rules):len(s.Rules)]
	if s.Version.Known && k.Version != "" && !k.HasRole(s, wire.RoleVersion) {
		rules = append(rules, wire.Rule{Key: k.Version, Value: s.Version.Value})
	}
	if s.Password.Known && k.Password != "" && !k.HasRole(s, wire.RolePassword) {
		if s.Password.Value {
			rules = append(rules, wire.Rule{Key: k.Password, Value: k.Yes})
		} else if k.No != "" {
			rules = append(rules, wire.Rule{Key: k.Password, Value: k.No})
		}
	}
	if len(s.Mutators) == 0 || k.HasRole(s, wire.RoleMutator) || k.HasRole(s, wire.RoleMutators) {
		return rules
	}
	if k.Mutator != "" {
		for _, m := range s.Mutators {
			rules = append(rules, wire.Rule{Key: k.Mutator, Value: m})
		}
	}
	if k.Mutators != "" {
		rules = append(rules, wire.Rule{Key: k.Mutators, Value: strings.Join(s.Mutators, ", ")})
	}
	return rules
}

// ExtraValue returns the value of a pair among extra, "" for none.
func ExtraValue(extra []wire.Rule, key string) (string, bool) {
	for i := range extra {
		if extra[i].Key == key {
			return extra[i].Value, true
		}
	}
	return "", false
}

// NumberOr returns the number that s says, or otherwise.
func NumberOr(s string, otherwise int64) int64 {
	if v, ok := wire.ParseWhole(wire.TrimBlanks(s)); ok {
		return v
	}
	return otherwise
}

// ReplayRules say what ties a reply to its request beyond the protocol's echoes, so
// that a recorded reply can be sent to another client.
type ReplayRules struct {
	// PatchID puts the id of request, or the number of the query, into a copy of
	// reply; a nil request means a request other than the one that it answers. A nil
	// PatchID is AppendEchoes.
	PatchID func(dst []byte, reply, request *wire.Message, number uint32) []byte
	// Challenge reports whether a request is for a challenge, and the number
	// that it repeats, 0 for none.
	Challenge func(request *wire.Message) (asks bool, number int32)
	// Canonicalize removes what differs each time from p, a copy of the payload of
	// request whose echoes are zeros, and returns what is left of it.
	Canonicalize func(p []byte, request *wire.Message) []byte
	// Extras returns the subjects that a reply may have in addition to those in want.
	Extras func(want uint32) uint32
}

// ClearRange sets size bytes of p from offset from on to 0, as far as they are there.
func ClearRange(p []byte, from, size int) {
	clear(p[min(from, len(p)):min(from+size, len(p))])
}

// AppendEchoes appends the payload of reply with what it repeats taken from request,
// or with other bytes than it has for a nil request.
func AppendEchoes(dst []byte, reply, request *wire.Message) []byte {
	var id []byte
	if request != nil {
		for f := range request.Echoes {
			id = append(id, request.Data[f.Offset:f.End()]...)
		}
	}
	n := len(dst) - reply.Payload
	dst = append(dst, reply.PayloadBytes()...)
	for f := range reply.Echoes {
		b := dst[n+int(f.Offset) : n+f.End()]
		if request == nil {
			for i := range b {
				b[i] ^= 0x5a
			}
		} else if len(id) >= len(b) {
			id = id[copy(b, id):]
		}
	}
	return dst
}

// AppendWithID appends the payload of reply with size bytes from offset to on
// taken from offset from of request, as far as they are there, or other bytes
// than it has for a nil request.
func AppendWithID(dst []byte, reply, request *wire.Message, to, from, size int) []byte {
	n := len(dst) + to
	if dst = append(dst, reply.PayloadBytes()...); len(dst) < n+size {
		return dst
	}
	id := dst[n : n+size]
	if request == nil {
		for i := range id {
			id[i] ^= 0x5a
		}
	} else if p := request.PayloadBytes(); len(p) >= from+size {
		copy(id, p[from:])
	}
	return dst
}
