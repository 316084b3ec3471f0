package unrealmaster

import (
	"strconv"

	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// How a client gets a server list: the session with a master over TCP
// (protocol/unrealmaster/SPEC.md#binary-masters and
// protocol/unrealmaster/SPEC.md#text-masters), and what a list says about each
// server.

// A MasterAsk says what to request from a master, and as which game. The zero
// value requests the servers of Unreal Tournament.
type MasterAsk struct {
	// gamename, "" for "ut" at a master that speaks text, and for UT2004 at a binary one; "ut2003" and "xmp" there too
	Game    string
	Compact bool     // text: six bytes per server
	Filters []string // binary: such as "gametype==xDeathMatch"
	CDKey   string   // binary: only its digests are sent
	// Digest is MD5, which the binary login needs (package crypto/md5).
	Digest func([]byte) [16]byte
}

// A MasterError says why a master sent no list.
type MasterError string

func (e MasterError) Error() string { return string(e) }

// A MasterClient is a session with a master from the client's side. It begins
// when the connection is established: the master speaks first, and its first
// byte shows which of the two kinds it is.
type MasterClient struct {
	Ask      MasterAsk
	Messages []*wire.Message // what the master sent
	Servers  []ask.Listed
	Expected int64 // servers that the master announces, -1 before that

	buf    []byte // bytes of an incomplete message
	state  masterState
	binary bool
}

type masterState uint8

const (
	masterGreets   masterState = iota // waiting for its challenge
	masterJudges                      // it has the login
	masterVerifies                    // UT2004: it has the digest of the packages
	masterLists
	masterDone
)

// NewMasterClient returns a session that has not begun.
func NewMasterClient(ask MasterAsk) *MasterClient { return &MasterClient{Ask: ask, Expected: -1} }

// Begin sends nothing: the master speaks first.
func (t *MasterClient) Begin() (send []byte, err error) { return nil, nil }

// List returns the servers that the master has listed so far.
func (t *MasterClient) List() []ask.Listed { return t.Servers }

// Done reports whether the whole list arrived.
func (t *MasterClient) Done() bool { return t.state == masterDone }

// Text reports whether the master speaks GameSpy's text. It is known with the
// master's first byte.
func (t *MasterClient) Text() bool { return !t.binary }

// Receive takes bytes from the master, however TCP has segmented them, and returns
// what to send. After an error the session is over.
func (t *MasterClient) Receive(p []byte) (send []byte, err error) {
	if t.state == masterGreets && len(t.buf) == 0 && len(p) > 0 {
		t.binary = p[0] != '\\'
	}
	t.buf = append(t.buf, p...)
	if t.binary {
		return t.takeBinary()
	}
	return t.takeText()
}

// Pause is called when nothing arrived for a while. A challenge has no end
// mark: one that is shorter than usual is taken as it is then.
func (t *MasterClient) Pause() (send []byte, err error) {
	if t.state != masterGreets || t.binary || len(t.buf) == 0 {
		return nil, nil
	}
	return t.answerText(1)
}

// Ended is called when the master closed the connection. It returns nil when
// the list is complete.
func (t *MasterClient) Ended() error {
	switch {
	case t.state == masterDone:
		return nil
	case t.state == masterLists && t.Expected < 0 && !t.binary:
		t.list(t.buf)
		return MasterError("the master closed the connection before the end of its list")
	case t.state == masterLists:
		return MasterError("the master closed the connection " + strconv.FormatInt(int64(len(t.Servers)), 10) + " of " +
			strconv.FormatInt(t.Expected, 10) + " servers into its list")
	case t.state == masterGreets:
		return MasterError("the master closed the connection without a word that is understood")
	}
	return MasterError("the master closed the connection after the login")
}

// usualChallenge is the length of the challenges that masters send, in
// characters (protocol/unrealmaster/SPEC.md#text-masters and
// protocol/gamespy1/SPEC.md#secure-and-validate).
const usualChallenge = 6

func (t *MasterClient) takeText() ([]byte, error) {
	switch t.state {
	case masterGreets:
		return t.answerText(usualChallenge)
	case masterLists:
		if n := len(t.buf) - len(backslash.FinalText); n >= 0 && string(t.buf[n:]) == backslash.FinalText {
			if t.list(t.buf); len(t.Servers) == 0 && n > 0 {
				return nil, MasterError("the master sends something else in place of its list: no server is in it")
			}
			t.Expected = int64(len(t.Servers))
			t.state, t.buf = masterDone, nil
		}
	}
	return nil, nil
}

// answerText answers a challenge of at least least characters.
func (t *MasterClient) answerText(least int) ([]byte, error) {
	m := decodeAs(t.buf, wire.Reply)
	challenge := ""
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Def.Role == wire.RoleKey && backslash.PairText(nil, m, i) == "secure" {
			if v := i + 1; v < len(m.Fields) && m.Fields[v].Def.Role == wire.RoleValue {
				challenge = backslash.PairText(nil, m, v)
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
	send, err := Request(nil, &ask.Query{Protocol: ID, Message: masterBothRequest.Name,
		Details: &Query{Challenge: challenge, Game: t.Ask.Game, Compact: t.Ask.Compact}})
	t.state = masterLists
	return send, err
}

// decodeAs decodes bytes of a conversation.
func decodeAs(p []byte, from wire.Direction) *wire.Message {
	return Protocol.DecodeAs(p, wire.Options{Protocol: ID, From: from, Link: wire.LinkNone, Stream: true})
}

// list reads what is left as a list.
func (t *MasterClient) list(p []byte) {
	m := decodeAs(p, wire.Reply)
	t.Messages = append(t.Messages, m)
	t.Servers = append(t.Servers, ask.ListServers(m)...)
}

func (t *MasterClient) takeBinary() (send []byte, err error) {
	for t.state != masterDone && len(t.buf) >= 4 {
		n := wire.ReadNumber(wire.KindU32LE, t.buf)
		if n == 0 || n > EpicMaxBody {
			return send, MasterError("the master announces a message of " + strconv.FormatInt(int64(n), 10) +
				" bytes: this is no master that is known")
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
func (t *MasterClient) message(p []byte) (send []byte, err error) {
	if t.state == masterLists && t.Expected >= 0 {
		// Only after the count can a message be read as a server of the list:
		// alone nothing tells what it is. A count in front, as on the wire.
		m := decodeAs(append([]byte{5, 0, 0, 0, 1, 0, 0, 0, 1}, p...), wire.Reply)
		t.Servers = append(t.Servers, ask.ListServers(m)...)
		t.finished()
		return nil, nil
	}
	m := decodeAs(p, wire.Reply)
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
			b, _ := appendFString(nil, "00000000000000000000000000000000") // a digest of the packages: zeros are accepted
			return EpicFrame(b), nil
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

func (t *MasterClient) finished() {
	if t.state = masterLists; int64(len(t.Servers)) >= t.Expected {
		t.state = masterDone
	}
}

func (t *MasterClient) askList() ([]byte, error) {
	t.state = masterLists
	return Request(nil, &ask.Query{Protocol: ID, Message: epicListRequest.Name, Details: &Query{Filters: t.Ask.Filters}})
}

// Versions that programs name at the login (protocol/unrealmaster/SPEC.md#login).
const (
	epicVersion2003 = 2225
	epicVersionXMP  = 2226
	epicClient2004  = 3369
)

func (t *MasterClient) version() uint32 {
	switch t.Ask.Game {
	case "ut2003", "ut2":
		return epicVersion2003
	case "xmp", "unreal2":
		return epicVersionXMP
	}
	return epicClient2004
}

// login builds step 2 of the login (protocol/unrealmaster/SPEC.md#login).
func (t *MasterClient) login(challenge string) ([]byte, error) {
	if t.Ask.Digest == nil {
		return nil, MasterError("a binary master wants MD5 digests, and there is none to be had")
	}
	digest := func(s string) string {
		sum := t.Ask.Digest([]byte(s))
		return string(wire.AppendHex(nil, sum[:], wire.LowerHex, ""))
	}
	version := t.version()
	kind, machine := "CLIENT", 0
	if version >= EpicVersion2004 {
		kind, machine = "UT2K4CLIENT", 13 // bytes for graphics device and vendor, processor speed and kind: not disclosed
	}
	b, _ := appendFString(nil, digest(t.Ask.CDKey))
	b, _ = appendFString(b, digest(t.Ask.CDKey+challenge))
	b, _ = appendFString(b, kind)
	b = append(wire.AppendLE32(b, version), 0) // operating system
	b, _ = appendFString(b, "int")
	return EpicFrame(append(b, make([]byte, machine)...)), nil
}

// A Master is a master server that is known to run, or to have run.
type Master struct {
	Name string // for people and the command line
	Host string
	Port uint16
	Game string // as MasterAsk takes it
	Doc  string
}

// Masters lists the masters of protocol/unrealmaster/SPEC.md#binary-masters and
// protocol/unrealmaster/SPEC.md#text-masters. They belong to communities of
// players: query them rarely, and only when a user requests it.
func Masters() []Master {
	return []Master{
		{"333networks", "master.333networks.com", backslash.MasterPort, "ut", "Unreal Tournament and other GameSpy games"},
		{"openspy-ut2004", "utmaster.openspy.net", EpicPort, "ut2004", "Unreal Tournament 2003 and 2004"},
		{"333networks-ut2004", "ut2004master.333networks.com", EpicPort, "ut2004", "Unreal Tournament 2004"},
		{"errorist-ut2004", "ut2004master.errorist.eu", EpicPort, "ut2004", "Unreal Tournament 2004"},
	}
}

var Client = exchange.Client{Protocol: Protocol, AppendRequest: Request, Accepts: ask.IsDetails[Query],
	Settings: Settings}
