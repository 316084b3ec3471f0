package unrealmaster

import (
	"strconv"

	"fragscope/decoder/ask"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// How a client gets a server list: the conversation with a master over TCP
// (protocol/unrealmaster/SPEC.md#binary-masters and protocol/unrealmaster/SPEC.md#text-masters), and what a list says about each server.

// A MasterAsk says what to ask a master for, and who asks. The zero value asks
// for the servers of Unreal Tournament.
type MasterAsk struct {
	Game    string   // gamename, "" for "ut" at a master that speaks text, and for UT2004 at a binary one; "ut2003" and "xmp" there too
	Compact bool     // text: six bytes a server
	Filters []string // binary: such as "gametype==xDeathMatch"
	CDKey   string   // binary: only its digests are sent
	// Digest is MD5, which the binary login needs (package crypto/md5).
	Digest func([]byte) [16]byte
}

// A MasterError says why a master gave no list.
type MasterError string

func (e MasterError) Error() string { return string(e) }

// A MasterTalk is a conversation with a master from the client's side. It
// begins when the connection stands: the master speaks first, and its first
// byte tells which of the two kinds it is.
type MasterTalk struct {
	Ask      MasterAsk
	Messages []*wire.Message // what the master said
	Servers  []ask.Listed
	Expected int64 // servers that the master promises, -1 while it has not said

	buf    []byte // bytes that are no whole message yet
	state  masterState
	binary bool
}

type masterState uint8

const (
	masterGreets   masterState = iota // its challenge is to come
	masterJudges                      // it has the login
	masterVerifies                    // UT2004: it has the digest of the packages
	masterLists
	masterDone
)

// NewMasterTalk returns a conversation that has not begun.
func NewMasterTalk(ask MasterAsk) *MasterTalk { return &MasterTalk{Ask: ask, Expected: -1} }

// Done reports whether the whole list came.
func (t *MasterTalk) Done() bool { return t.state == masterDone }

// Text reports whether the master speaks GameSpy's text. It is known with the
// master's first byte.
func (t *MasterTalk) Text() bool { return !t.binary }

// Take takes bytes of the master, however TCP has cut them, and returns what
// to send. After an error the conversation is over.
func (t *MasterTalk) Take(p []byte) (send []byte, err error) {
	if t.state == masterGreets && len(t.buf) == 0 && len(p) > 0 {
		t.binary = p[0] != '\\'
	}
	t.buf = append(t.buf, p...)
	if t.binary {
		return t.takeBinary()
	}
	return t.takeText()
}

// Pause is told that nothing came for a while. A challenge has no end mark: one
// that is shorter than usual is taken as it is then.
func (t *MasterTalk) Pause() (send []byte, err error) {
	if t.state != masterGreets || t.binary || len(t.buf) == 0 {
		return nil, nil
	}
	return t.answerText(1)
}

// Ended is told that the master closed the connection. It returns nil when
// everything was said.
func (t *MasterTalk) Ended() error {
	switch {
	case t.state == masterDone:
		return nil
	case t.state == masterLists && t.Expected < 0 && !t.binary:
		t.list(t.buf)
		return MasterError("the master closed the connection before the end of its list")
	case t.state == masterLists:
		return MasterError("the master closed the connection " + strconv.FormatInt(int64(len(t.Servers)), 10) + " of " + strconv.FormatInt(t.Expected, 10) + " servers into its list")
	case t.state == masterGreets:
		return MasterError("the master closed the connection without a word that is understood")
	}
	return MasterError("the master closed the connection after the login")
}

// usualChallenge is the length of the challenges that masters send, in letters
// (protocol/unrealmaster/SPEC.md#text-masters and protocol/gamespy1/SPEC.md#secure-and-validate).
const usualChallenge = 6

func (t *MasterTalk) takeText() ([]byte, error) {
	switch t.state {
	case masterGreets:
		return t.answerText(usualChallenge)
	case masterLists:
		if n := len(t.buf) - len(backslash.FinalText); n >= 0 && string(t.buf[n:]) == backslash.FinalText {
			t.list(t.buf)
			t.Expected = int64(len(t.Servers))
			t.state, t.buf = masterDone, nil
		}
	}
	return nil, nil
}

// answerText answers a challenge of at least so many letters.
func (t *MasterTalk) answerText(least int) ([]byte, error) {
	m := Protocol.DecodeAs(t.buf, wire.Options{Protocol: protocol.UnrealMaster, From: wire.Reply, Link: wire.LinkNone, Stream: true})
	challenge := ""
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Def.Role == wire.RoleKey && backslash.PairText(m, i) == "secure" {
			if v := i + 1; v < len(m.Fields) && m.Fields[v].Def.Role == wire.RoleValue {
				challenge = backslash.PairText(m, v)
			}
		}
	}
	if len(challenge) < least {
		if len(t.buf) > keys.MaxChallenge || least == 1 {
			return nil, MasterError("the master's first words are no challenge")
		}
		return nil, nil
	}
	t.Messages = append(t.Messages, m)
	t.buf = nil
	send, err := Request(nil, &ask.Query{Protocol: protocol.UnrealMaster, Message: masterBothRequest.Name, Details: &Query{Challenge: challenge, Game: t.Ask.Game, Compact: t.Ask.Compact}})
	t.state = masterLists
	return send, err
}

// list reads what is left as a list.
func (t *MasterTalk) list(p []byte) {
	m := Protocol.DecodeAs(p, wire.Options{Protocol: protocol.UnrealMaster, From: wire.Reply, Link: wire.LinkNone, Stream: true})
	t.Messages = append(t.Messages, m)
	t.Servers = append(t.Servers, ask.ListServers(m)...)
}

func (t *MasterTalk) takeBinary() (send []byte, err error) {
	for t.state != masterDone && len(t.buf) >= 4 {
		n := wire.ReadNumber(wire.KindU32LE, t.buf)
		if n == 0 || n > EpicMaxBody {
			return send, MasterError("the master announces a message of " + strconv.FormatInt(int64(n), 10) + " bytes: this is no master that is known")
		}
		if uint64(len(t.buf)-4) < n {
			break
		}
		p := t.buf[:4+n]
		t.buf = t.buf[4+n:]
		reply, err := t.message(p)
		if send = append(send, reply...); err != nil {
			return send, err
		}
	}
	return send, nil
}

// message takes one message of a binary master.
func (t *MasterTalk) message(p []byte) (send []byte, err error) {
	if t.state == masterLists && t.Expected >= 0 {
		t.entry(p)
		return nil, nil
	}
	m := Protocol.DecodeAs(p, wire.Options{Protocol: protocol.UnrealMaster, From: wire.Reply, Link: wire.LinkNone, Stream: true})
	t.Messages = append(t.Messages, m)
	switch t.state {
	case masterGreets:
		challenge := m.TextOf(epicChallenge.Key)
		if m.Info != &epicChallengeReply || challenge == "" {
			return nil, MasterError("the master's first message is no challenge")
		}
		t.state = masterJudges
		return t.login(challenge)
	case masterJudges:
		switch word := m.TextOf(epicAnswer[0].Key); word {
		case "APPROVED":
			if t.version() < EpicVersion2004 {
				return t.askList()
			}
			t.state = masterVerifies
			return epicMessageOf(appendZeros), nil
		case "DENIED", "UPGRADE", "MSLIST":
			return nil, MasterError("the master answers " + word + " to the login")
		default:
			return nil, MasterError("the master does not answer the login")
		}
	case masterVerifies:
		if m.Info != &epicVerifiedReply {
			return nil, MasterError("the master does not accept the package digest")
		}
		return t.askList()
	}
	i := m.Find(epicCount[0].Key, 0)
	if i < 0 {
		return nil, MasterError("the master sends " + m.Info.Name + " instead of a list")
	}
	t.Expected = m.Fields[i].Int()
	t.finished()
	return nil, nil
}

// entry takes a server of the list. Only after the count can a message be read
// as one: alone nothing tells what it is.
func (t *MasterTalk) entry(p []byte) {
	one := append(append([]byte{5, 0, 0, 0}, 1, 0, 0, 0, 1), p...) // a count in front, as on the wire
	m := Protocol.DecodeAs(one, wire.Options{Protocol: protocol.UnrealMaster, From: wire.Reply, Link: wire.LinkNone, Stream: true})
	t.Servers = append(t.Servers, ask.ListServers(m)...)
	t.finished()
}

func (t *MasterTalk) finished() {
	if t.state = masterLists; int64(len(t.Servers)) >= t.Expected {
		t.state = masterDone
	}
}

func (t *MasterTalk) askList() ([]byte, error) {
	t.state = masterLists
	return Request(nil, &ask.Query{Protocol: protocol.UnrealMaster, Message: epicListRequest.Name, Details: &Query{Filters: t.Ask.Filters}})
}

// Versions that clients name at the login (protocol/unrealmaster/SPEC.md#login).
const (
	epicClient2003 = 2225
	epicClientXMP  = 2226
	epicClient2004 = 3369
)

func (t *MasterTalk) version() uint32 {
	switch t.Ask.Game {
	case "ut2003", "ut2":
		return epicClient2003
	case "xmp", "unreal2":
		return epicClientXMP
	}
	return epicClient2004
}

// login builds step 2 of the login (protocol/unrealmaster/SPEC.md#login).
func (t *MasterTalk) login(challenge string) ([]byte, error) {
	if t.Ask.Digest == nil {
		return nil, MasterError("a binary master wants MD5 digests, and there is none to be had")
	}
	digest := func(s string) string {
		sum := t.Ask.Digest([]byte(s))
		return string(appendDigits(nil, sum[:]))
	}
	version := t.version()
	return epicMessageOf(func(dst []byte) []byte {
		dst, _ = appendFString(dst, digest(t.Ask.CDKey))
		dst, _ = appendFString(dst, digest(t.Ask.CDKey+challenge))
		kind := "CLIENT"
		if version >= EpicVersion2004 {
			kind = "UT2K4CLIENT"
		}
		dst, _ = appendFString(dst, kind)
		dst = wire.AppendNumber(dst, wire.KindU32LE, uint64(version))
		dst = append(dst, 0) // operating system
		dst, _ = appendFString(dst, "int")
		if version >= EpicVersion2004 {
			dst = append(dst, make([]byte, 13)...) // graphics device and vendor, processor speed and kind: none of the master's business
		}
		return dst
	}), nil
}

// appendZeros appends the digest of the packages: zeros are accepted.
func appendZeros(dst []byte) []byte {
	zeros := make([]byte, epicDigest)
	for i := range zeros {
		zeros[i] = '0'
	}
	dst, _ = appendFString(dst, string(zeros))
	return dst
}

// epicMessageOf puts the length in front of a body.
func epicMessageOf(body func([]byte) []byte) []byte {
	b := body(make([]byte, 4))
	n := wire.AppendNumber(nil, wire.KindU32LE, uint64(len(b)-4))
	copy(b, n)
	return b
}

func appendDigits(dst, b []byte) []byte {
	for _, c := range b {
		dst = append(dst, wire.LowerHex[c>>4], wire.LowerHex[c&15])
	}
	return dst
}

// A Master is a master server that is known to run, or to have run.
type Master struct {
	Name string // for people and the command line
	Host string
	Port uint16
	Game string // as MasterAsk takes it
	Doc  string
}

// Masters lists the masters of protocol/unrealmaster/SPEC.md#binary-masters and protocol/unrealmaster/SPEC.md#text-masters. They belong to
// communities of players: ask them rarely, and only when a person wants it.
func Masters() []Master {
	return []Master{
		{"333networks", "master.333networks.com", backslash.MasterPort, "ut", "Unreal Tournament and other GameSpy games"},
		{"openspy-ut2004", "utmaster.openspy.net", EpicPort, "ut2004", "Unreal Tournament 2003 and 2004"},
		{"333networks-ut2004", "ut2004master.333networks.com", EpicPort, "ut2004", "Unreal Tournament 2004"},
		{"errorist-ut2004", "ut2004master.errorist.eu", EpicPort, "ut2004", "Unreal Tournament 2004"},
	}
}
