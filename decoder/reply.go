package decoder

// Replies made from a Status: the opposite of StatusOf. A program that only
// decodes carries none of this; it is reached through AppendReplies,
// AppendReplay and the masters' conversations alone.

// An Answer says what a server is, for the replies that it sends.
type Answer struct {
	Status    *Status
	Game      *Game   // whose layouts to use, nil to choose by the protocol and the status
	Number    uint32  // gamespy1: number of the query, which a server counts from 1
	Challenge int32   // gamespy3: what the asking address has to repeat, 0 to ask for nothing
	QueryPort uint16  // unreal-lan: the port that answers queries, when the status does not say it
	Address   [4]byte // unreal-lan: the server's own IPv4 address, as UT3 sends it
}

// A ReplyError says why a request gets no reply.
type ReplyError string

func (e ReplyError) Error() string { return string(e) }

// The reasons for silence.
const (
	ErrNotAsked   ReplyError = "the request asks for nothing that the server has; real ones stay silent too"
	ErrChallenge  ReplyError = "the request does not repeat the challenge that was sent to its address"
	ErrNoRequest  ReplyError = "the datagram is no request of a protocol that servers answer"
	ErrNoReplies  ReplyError = "the protocol has no replies that are made from a status"
	ErrNothingYet ReplyError = "there is nothing to say: the list is empty, and servers send nothing for it"
)

// replyOf holds what builds the replies of each protocol, nil for those
// without. Masters hold conversations instead: see MasterSession.
var replyOf = [protocolCount]func(r *replier, request *Message){
	Unreal2: unreal2Replies, GameSpy1: gamespy1Replies, GameSpy2: gamespy2Replies, GameSpy3: gamespy3Answer, UGP: ugpReplies, UnrealLAN: lanReplies,
}

// Answered returns the protocols whose replies AppendReplies builds.
func Answered() []Protocol {
	var all []Protocol
	for p, f := range replyOf {
		if f != nil {
			all = append(all, Protocol(p))
		}
	}
	return all
}

// AppendReplies appends the datagrams that a server sends back for request, in
// the order in which it sends them. What the status does not say is left out
// where the protocol allows it, and 0 or empty where not. Rules that a typed
// value implies and the status does not list (a version, a password, mutators)
// are added under the usual key of the game.
//
// The error is a ReplyError that says why there is nothing to send. Layouts
// are those of the SPEC.md of each protocol.
func AppendReplies(dst [][]byte, request *Message, a *Answer) ([][]byte, error) {
	if request.Info.Direction != Request || request.Confidence == Unlikely {
		return dst, ErrNoRequest
	}
	p := request.Protocol()
	build := replyOf[p]
	if build == nil {
		return dst, ErrNoReplies
	}
	r := replier{Answer: *a, out: dst}
	if r.Game == nil {
		r.Game = GameOf(p, a.Status)
	}
	if r.Status == nil {
		r.Status = &Status{}
	}
	before := len(dst)
	build(&r, request)
	if r.err == "" && len(r.out) == before {
		r.err = ErrNotAsked
	}
	if r.err != "" {
		return dst[:before], r.err
	}
	return r.out, nil
}

// A replier gathers the datagrams of one answer.
type replier struct {
	Answer
	out [][]byte
	err ReplyError
}

// send adds a datagram.
func (r *replier) send(b []byte) { r.out = append(r.out, b) }

// payload returns the bytes of m without the headers and the padding of a frame.
func (m *Message) payload() []byte { return m.Data[m.Payload:m.Frame.End] }

// maxReplyText is where texts are cut, in bytes of UTF-8: no game has longer
// ones, and a datagram that holds a few still fits into UDP.
const maxReplyText = 1024

// replyText returns s without what no protocol can say within a text: NULs and
// line breaks. Colour codes stay.
func replyText(s string) string {
	if len(s) > maxReplyText {
		n := maxReplyText
		for n > 0 && s[n]&0xc0 == 0x80 {
			n--
		}
		s = s[:n]
	}
	for i := range len(s) {
		if dropped(s[i]) {
			b := append(make([]byte, 0, len(s)), s[:i]...)
			for ; i < len(s); i++ {
				if !dropped(s[i]) {
					b = append(b, s[i])
				}
			}
			return string(b)
		}
	}
	return s
}

func dropped(c byte) bool { return c == 0 || c == '\n' || c == '\r' }

// appendReplyBytes appends s in single bytes: cp1252, or UTF-8 when it has
// letters that cp1252 has not, or when its cp1252 bytes would be taken for UTF-8.
func appendReplyBytes(dst []byte, s string) []byte {
	n := len(dst)
	out, ok := appendLetters(dst, []byte(s), KindText, false)
	if ok && !validMultibyte(out[n:]) {
		return out
	}
	return append(dst[:n], s...)
}

// appendReplyString appends s as an Unreal string (wire/SPEC.md#unreal-strings): its
// length in units with the closing NUL, negative for 16-bit units, then the
// units. Empty is a single 0.
func appendReplyString(dst []byte, s string) []byte {
	if s = replyText(s); s == "" {
		return append(dst, 0)
	}
	letters, ok := appendLetters(nil, []byte(s), KindText, false)
	if ok && !validMultibyte(letters) {
		return append(append(appendCompact(dst, int64(len(letters)+1)), letters...), 0)
	}
	if wide, _ := appendLetters(nil, []byte(s), KindUCS2, false); !ucs2Mojibake(wide) {
		return append(append(appendCompact(dst, -int64(len(wide)/2+1)), wide...), 0, 0)
	}
	return append(append(appendCompact(dst, int64(len(s)+1)), s...), 0)
}

// within returns v, or the nearest number from least to most.
func within(v *int64, least, most int64) int64 {
	if v == nil {
		return max(least, 0)
	}
	return min(max(*v, least), most)
}

// said returns *s, or otherwise when the status does not say it.
func said(s *string, otherwise string) string {
	if s == nil {
		return otherwise
	}
	return *s
}

// count returns the number of players to announce.
func (s *Status) count() *int64 {
	if s.Players != nil {
		return s.Players
	}
	n := int64(len(s.PlayerList))
	return &n
}

// rule returns the value of the first rule with a key.
func (s *Status) rule(key string) (string, bool) {
	for i := range s.Rules {
		if equalFold(s.Rules[i].Key, key) {
			return s.Rules[i].Value, true
		}
	}
	return "", false
}

// says reports whether a rule tells what role is.
func (s *Status) says(role Role) bool {
	for i := range s.Rules {
		if k := lookupKey([]byte(s.Rules[i].Key)); k != nil && k.Role == role {
			return true
		}
	}
	return false
}

// A ruleKeys names the keys under which a game tells what a Status holds in
// places of its own; "" for what it does not tell.
type ruleKeys struct {
	version  string
	password string
	yes, no  string // values of password; no is "" where an open server leaves the key out
	mutator  string // one rule a mutator
	mutators string // one rule for all, with commas
}

// rules returns the rules of s, and those that its typed values imply.
func (s *Status) rules(k *ruleKeys) []Rule {
	rules := s.Rules[:len(s.Rules):len(s.Rules)]
	if s.Version != nil && k.version != "" && !s.says(RoleVersion) {
		rules = append(rules, Rule{k.version, *s.Version})
	}
	if s.Password != nil && k.password != "" && !s.says(RolePassword) {
		if *s.Password {
			rules = append(rules, Rule{k.password, k.yes})
		} else if k.no != "" {
			rules = append(rules, Rule{k.password, k.no})
		}
	}
	if len(s.Mutators) == 0 || s.says(RoleMutator) || s.says(RoleMutators) {
		return rules
	}
	list := ""
	for i, m := range s.Mutators {
		if k.mutator != "" {
			rules = append(rules, Rule{k.mutator, m})
		}
		if i > 0 {
			list += ", "
		}
		list += m
	}
	if k.mutators != "" {
		rules = append(rules, Rule{k.mutators, list})
	}
	return rules
}

// extra returns the value of a pair among extra, "" for none.
func extraValue(extra []Rule, key string) (string, bool) {
	for i := range extra {
		if extra[i].Key == key {
			return extra[i].Value, true
		}
	}
	return "", false
}

// numberOr returns the number that s says, or otherwise.
func numberOr(s string, otherwise int64) int64 {
	if v, ok := parseWhole(trimBlanks(s)); ok {
		return v
	}
	return otherwise
}

// A replay says what ties a reply to its request, so that a recorded one can be
// sent to somebody else. Protocols in which nothing does have none.
type replay struct {
	// stamp puts the id of request, or the number of the query, into a copy of
	// reply; a nil request stands for another one than that which it answers.
	stamp func(dst []byte, reply, request *Message, number uint32) []byte
	// challenge reports whether a request is for a challenge, and the number
	// that it repeats, 0 for none.
	challenge func(request *Message) (asks bool, number int32)
	// question takes what is different each time, an id or a challenge, out of p,
	// a copy of the payload of request, and returns what is left of it.
	question func(p []byte, request *Message) []byte
	// beside returns the subjects that a reply may have beside those in want.
	beside func(want uint32) uint32
}
