package api

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"

	"fragscope/decoder"
)

// Request is the answer of /api/request as JSON.
type Request struct {
	Protocol string `json:"protocol"`
	Message  string `json:"message"` // what it decodes to
	Length   int    `json:"length"`  // bytes
	Hex      string `json:"hex"`
	Base64   string `json:"base64"`
}

// A setting is a parameter of /api/request and where it goes.
type setting struct {
	Param
	set func(q *decoder.Query, v string) error
}

// settings are those of fragscope request, by the same names.
var settings = []setting{
	{Param{Name: "query-version", Doc: "unreal2: version of the asking program; without it 121", Number: true}, unsigned(func(q *decoder.Query) *uint32 { return &q.Version })},
	{Param{Name: "id", Doc: "gamespy2, gamespy3: four bytes in hex that the reply repeats", Example: "01020304"}, fixed(func(q *decoder.Query) []byte { return q.ID[:] })},
	{Param{Name: "challenge", Doc: "gamespy3: the number of the challenge reply", Number: true}, func(q *decoder.Query, v string) error {
		n, err := strconv.ParseInt(v, 10, 32)
		if err != nil {
			return fmt.Errorf("%q is no whole number of 32 bits", cut(v))
		}
		c := int32(n)
		q.Challenge = &c
		return nil
	}},
	{Param{Name: "options", Doc: "gamespy3: four option bytes in hex; without it FFFFFF01"}, fixed(func(q *decoder.Query) []byte {
		q.Options = new([4]byte)
		return q.Options[:]
	})},
	{Param{Name: "sections", Doc: "gamespy2: 1 info, 2 players, 4 teams, added up; without it all", Number: true}, unsigned(func(q *decoder.Query) *uint8 { return &q.Sections })},
	{Param{Name: "item", Doc: "gamespy1: what to ask for, such as basic, info, rules, players", Repeated: true}, func(q *decoder.Query, v string) error {
		q.Items = append(q.Items, v)
		return nil
	}},
	{Param{Name: "text", Doc: "gamespy1: text to echo, or name of a property; challenge for secure and for masters"}, text(func(q *decoder.Query) *string { return &q.Text })},
	{Param{Name: "game", Doc: "unreal-master, unreal-heartbeat: the game's name; without it ut"}, text(func(q *decoder.Query) *string { return &q.Game })},
	{Param{Name: "port", Doc: "unreal-heartbeat: query port", Number: true}, unsigned(func(q *decoder.Query) *uint16 { return &q.Port })},
	{Param{Name: "compact", Doc: "unreal-master: ask for the binary list", Enum: []string{"true", "false"}}, flag(func(q *decoder.Query) *bool { return &q.Compact })},
	{Param{Name: "nonce", Doc: "unreal-lan: eight bytes in hex that the reply repeats"}, fixed(func(q *decoder.Query) []byte { return q.Nonce[:] })},
	{Param{Name: "ugp-flags", Doc: "ugp: request flags; without it server, players and rules", Number: true}, unsigned(func(q *decoder.Query) *uint8 { return &q.Flags })},
	{Param{Name: "ugp-server", Doc: "ugp: server flags", Number: true}, unsigned(func(q *decoder.Query) *uint8 { return &q.ServerFlags })},
	{Param{Name: "ugp-server-extra", Doc: "ugp: extra server flags", Number: true}, unsigned(func(q *decoder.Query) *uint8 { return &q.ExtraServerFlags })},
	{Param{Name: "ugp-players", Doc: "ugp: player flags", Number: true}, unsigned(func(q *decoder.Query) *uint8 { return &q.PlayerFlags })},
	{Param{Name: "ugp-players-extra", Doc: "ugp: extra player flags", Number: true}, unsigned(func(q *decoder.Query) *uint8 { return &q.ExtraPlayerFlags })},
	{Param{Name: "ugp-teams", Doc: "ugp: team flags", Number: true}, unsigned(func(q *decoder.Query) *uint8 { return &q.TeamFlags })},
	{Param{Name: "ugp-rules", Doc: "ugp: rule flags", Number: true}, unsigned(func(q *decoder.Query) *uint8 { return &q.RuleFlags })},
	{Param{Name: "ugp-teams-first", Doc: "ugp: team flags before player flags, as LUQuery does", Enum: []string{"true", "false"}}, flag(func(q *decoder.Query) *bool { return &q.TeamsBeforePlayer })},
}

func requestParams() []Param {
	list := []Param{
		{Name: "protocol", Doc: "protocol of the request", Enum: askable(), Required: true, Example: "unreal2"},
		{Name: "message", Doc: "which request, as /api/protocols lists them; without it the one that tells most", Example: "rules request"},
		{Name: "format", Doc: "raw: the bytes themselves; hex: text as fragscope request prints it; without it raw", Enum: []string{"raw", "hex", "json"}},
	}
	for i := range settings {
		list = append(list, settings[i].Param)
	}
	return list
}

func unsigned[T uint8 | uint16 | uint32](to func(*decoder.Query) *T) func(*decoder.Query, string) error {
	return func(q *decoder.Query, v string) error {
		n, err := strconv.ParseUint(v, 0, 32)
		if most := uint64(^T(0)); err != nil || n > most {
			return fmt.Errorf("%q is no whole number from 0 to %d", cut(v), most)
		}
		*to(q) = T(n)
		return nil
	}
}

func text(to func(*decoder.Query) *string) func(*decoder.Query, string) error {
	return func(q *decoder.Query, v string) error {
		*to(q) = v
		return nil
	}
}

func flag(to func(*decoder.Query) *bool) func(*decoder.Query, string) error {
	return func(q *decoder.Query, v string) error {
		*to(q) = v == "true"
		return nil
	}
}

func fixed(to func(*decoder.Query) []byte) func(*decoder.Query, string) error {
	return func(q *decoder.Query, v string) error {
		b, err := hex.DecodeString(v)
		dst := to(q)
		if err != nil || len(b) != len(dst) {
			return fmt.Errorf("%q is not %d bytes in hex", cut(v), len(dst))
		}
		copy(dst, b)
		return nil
	}
}

// maxRequest bounds the parameters of a request together: no datagram is longer.
const maxRequest = 65507

// request answers GET /api/request.
func (c *Call) request() error {
	q := decoder.Query{Message: c.Param("message")}
	q.Protocol, _ = decoder.ProtocolByName(c.Param("protocol"))
	for i := range settings {
		s := &settings[i]
		for _, v := range c.params[s.Name] {
			if err := s.set(&q, v); err != nil {
				return WrongParameter(s.Name, "%s.", err)
			}
		}
	}
	b, err := decoder.AppendRequest(nil, &q)
	if err != nil {
		return badParameter.problem("%s.", err)
	}
	if len(b) > maxRequest {
		return badParameter.problem("The request would have %d bytes, more than the %d of a datagram.", len(b), maxRequest)
	}
	switch c.Param("format") {
	case "hex":
		c.kind = TypeText
		_, err = fmt.Fprintf(c, "% X\n", b)
	case "json":
		m := decoder.Decode(b, decoder.Options{Protocol: q.Protocol, From: decoder.Request})
		err = c.json(&Request{q.Protocol.String(), m.Info.Name, len(b), hex.EncodeToString(b), base64.StdEncoding.EncodeToString(b)})
	default:
		c.kind = TypeBytes
		_, err = c.Write(b)
	}
	return err
}
