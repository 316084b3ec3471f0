package gamespymaster

import (
	"strconv"
	"strings"

	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

type Query struct {
	Game      string   // GameSpy's name of it, "" for ut3pc
	Asker     string   // list: game whose key encrypts it, "" for Game
	Filter    string   // list: which servers, as in SQL
	Fields    []string // list: keys of the servers' settings, nil for the usual ones
	Port      uint16   // heartbeat: of the server's queries
	Challenge string   // challenge answer: what the master sent
}

// usualGame is asked for where no game is named.
const usualGame = "ut3pc"

// usualFields are what a server browser shows.
var usualFields = []string{"hostname", "mapname", "gametype", "numplayers", "maxplayers", "hostport"}

func Settings() []ask.Setting {
	return []ask.Setting{
		ask.Text("game", "GameSpy's name of the game; default ut3pc", usualGame, func(d *Query) *string { return &d.Game }),
		ask.Text("asker", "server list request: game whose key encrypts the list; default the same", usualGame,
			func(d *Query) *string { return &d.Asker }),
		ask.Text("list-filter", "server list request: which servers, as in SQL; default all", "numplayers > 0",
			func(d *Query) *string { return &d.Filter }),
		ask.List("field", "server list request: key of the servers' settings; default hostname and others",
			func(d *Query) *[]string { return &d.Fields }),
		ask.Number("port", "heartbeat: port that answers queries; default 0", "6500",
			func(d *Query) *uint16 { return &d.Port }),
		ask.Text("challenge", "challenge answer: what the master sent", "abcdefghijklmnop",
			func(d *Query) *string { return &d.Challenge }),
		ask.ID("id", challengeSize),
	}
}

// AppendRequest builds a request. The ID is the instance key of a server, or the
// challenge of a list.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	d := ask.DetailsOf[Query](q.Details)
	if d.Game = answer.ReplyText(d.Game); d.Game == "" {
		d.Game = usualGame
	}
	switch q.Message {
	case "", availabilityRequest.Name:
		return append(append(append(dst, typeAvailability, 0, 0, 0, 0), d.Game...), 0), nil
	case heartbeat.Name:
		dst = append(append(dst, typeHeartbeat), q.ID[:4]...)
		for _, text := range []string{"gamename", d.Game, "localport", strconv.Itoa(int(d.Port)), "hostport",
			strconv.Itoa(int(d.Port)), "natneg", "0", "statechanged", "3"} {
			dst = append(append(dst, text...), 0)
		}
		return append(dst, 0, 0, 0, 0, 0, 0, 0), nil // no more pairs, and no players and teams
	case challengeAnswer.Name:
		key, ok := keys.KeyOf(d.Game)
		if !ok {
			return dst, ask.QueryError("the key of " + d.Game + " is not known")
		}
		if len(d.Challenge) < leastChallenge || len(d.Challenge) > longestName {
			return dst, ask.QueryError("a challenge has " + strconv.Itoa(leastChallenge) + " to " + strconv.Itoa(longestName) +
				" characters")
		}
		dst = append(append(dst, typeChallenge), q.ID[:4]...)
		return append(keys.AppendValidate(dst, []byte(d.Challenge), key), 0), nil
	case serviceRequest.Name:
		return append(append(dst, typeKeepAlive), q.ID[:4]...), nil
	case listRequest.Name:
		return appendList(dst, q, &d)
	}
	return dst, ask.ErrNoSuchRequest
}

// leastChallenge is how long a challenge has to be for its answer to be told from
// chance.
const leastChallenge = 14

// appendList builds a request for a list with the settings that are wanted of all
// servers.
func appendList(dst []byte, q *ask.Query, d *Query) ([]byte, error) {
	if d.Asker = answer.ReplyText(d.Asker); d.Asker == "" {
		d.Asker = d.Game
	}
	if len(d.Fields) == 0 {
		d.Fields = usualFields
	}
	if len(d.Game) > longestName || len(d.Asker) > longestName {
		return dst, ask.QueryError("the name of a game has at most " + strconv.Itoa(longestName) + " characters")
	}
	if len(d.Fields) > mostFields {
		return dst, ask.QueryError("a list has at most " + strconv.Itoa(mostFields) + " fields")
	}
	from := len(dst)
	dst = append(dst, 0, 0, 0, 1, 3, 0, 0, 0, 0)
	dst = append(append(append(append(dst, d.Game...), 0), d.Asker...), 0)
	dst = append(dst, q.ID[:]...)
	dst = append(append(dst, answer.ReplyText(d.Filter)...), 0)
	for _, f := range d.Fields {
		if f == "" || strings.IndexByte(f, '\\') >= 0 {
			return dst[:from], ask.QueryError("a field has letters, and no backslash")
		}
		dst = append(append(dst, '\\'), answer.ReplyText(f)...)
	}
	dst = append(dst, 0, 0, 0, 0, 1)
	size := len(dst) - from
	dst[from], dst[from+1] = byte(size>>8), byte(size)
	return dst, nil
}

// mostFields bounds the keys of a list, which counts them with a byte.
const mostFields = 255

// Status says whether the services of the game run. What a master says of others
// is no status.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	if i := m.Find(packet[atStatus].Key, 0); i >= 0 && m.Fields[i].Kind == packet[atStatus].Kind {
		b.Any = true
		value := m.Note(i)
		if value == "" {
			value = m.Text(i)
		}
		b.Rules = append(b.Rules, wire.Rule{Key: "availability", Value: value})
	}
}

// MatchKey: only the availability request has to be answered; a master sends what it
// wants to a server that it knows.
func MatchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	t.Optional = m.Info.Direction == wire.Request && m.Info != &availabilityRequest
	return t
}

// A MasterClient is a session with a master from the client's side: it sends the request,
// and takes the list.
type MasterClient struct {
	Query     Query
	Challenge [challengeSize]byte // random

	head   []byte // of the list, until it is whole
	key    string
	cipher *cipher
	plain  []byte
	read   int // bytes of plain that were read so far
	list   []ask.Listed
	done   bool
}

// Begin returns the request.
func (t *MasterClient) Begin() ([]byte, error) {
	q := ask.Query{Protocol: ID, Message: listRequest.Name, ID: t.Challenge, Details: &t.Query}
	send, err := AppendRequest(nil, &q)
	if err != nil {
		return nil, err
	}
	asker := t.Query.Asker
	if asker == "" {
		asker = t.Query.Game
	}
	if asker == "" {
		asker = usualGame
	}
	key, ok := keys.KeyOf(asker)
	if !ok {
		return nil, ask.QueryError("the key of " + asker + " is not known, without which its list cannot be read")
	}
	t.key = key
	return send, nil
}

// Receive takes bytes from the master. There is nothing more to send.
func (t *MasterClient) Receive(p []byte) (send []byte, err error) {
	if t.cipher == nil {
		t.head = append(t.head, p...)
		salt, size := head(t.head)
		if size == 0 {
			return nil, nil
		}
		t.cipher = &cipher{}
		t.cipher.begin(t.key, t.Challenge[:], salt)
		p = t.head[size:]
	}
	t.plain = t.cipher.decrypt(t.plain, p)
	// What has been read is read again with more: seldom, so that a long list
	// does not cost the square of its length.
	if len(t.plain) >= 6 && (ends(t.plain) || len(t.plain) > t.read+t.read/4+1<<16) {
		return nil, t.look()
	}
	return nil, nil
}

// ends reports whether p may be a whole list.
func ends(p []byte) bool {
	if len(p) >= 6 && wire.BE16(p[4:]) == unknownGame {
		return p[len(p)-1] == 0 || len(p) == 6
	}
	n := len(p) - len(endMark)
	return n > 0 && string(p[n:]) == endMark
}

// look reads the list as far as it is there.
func (t *MasterClient) look() error {
	t.read = len(t.plain)
	if t.read < 6 {
		return nil
	}
	if !plausible(t.plain) {
		return ask.QueryError("what the master sends is no list that the key of the game decrypts")
	}
	m := DecodeList(t.plain)
	if wire.BE16(t.plain[4:]) == unknownGame {
		t.done = true
		return ask.QueryError("the master does not know the game")
	}
	t.list = Servers(m)
	t.done = m.Find(after[afterEnd].Key, 0) >= 0
	return nil
}

// Pause is called when nothing arrived for a while.
func (t *MasterClient) Pause() (send []byte, err error) {
	if len(t.plain) == t.read {
		return nil, nil
	}
	return nil, t.look()
}

// Done reports whether the whole list arrived.
func (t *MasterClient) Done() bool { return t.done }

// Ended is called when the master closed the connection. It returns nil when
// the list is complete.
func (t *MasterClient) Ended() error {
	if err := t.look(); err != nil || t.done {
		return err
	}
	switch {
	case t.cipher == nil && len(t.head) > 0 && wire.PlainASCII(t.head): // an error of some masters, in plain text
		return ask.QueryError("the master says: " + answer.ReplyText(string(t.head)))
	case t.cipher == nil:
		return ask.QueryError("the master closed the connection without a list")
	}
	return ask.QueryError("the master closed the connection " + strconv.Itoa(len(t.list)) + " servers into its list")
}

// List returns the servers that the master has listed so far.
func (t *MasterClient) List() []ask.Listed { return t.list }

var Client = exchange.Client{Protocol: Protocol, AppendRequest: AppendRequest, Accepts: ask.IsDetails[Query],
	Settings: Settings}

var Server = exchange.Server{ID: ID, Replies: Replies}
