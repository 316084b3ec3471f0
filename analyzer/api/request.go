package api

import (
	"errors"
	"strconv"

	"fragscope/decoder"
	"fragscope/decoder/protocol"
)

// Built is the answer of /api/request as JSON.
type Built struct {
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
			return errors.New(strconv.Quote(cut(v)) + " is no whole number of 32 bits")
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
			return errors.New(strconv.Quote(cut(v)) + " is no whole number from 0 to " + strconv.FormatUint(most, 10))
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
		if dst := to(q); !fromHex(dst, v) {
			return errors.New(strconv.Quote(cut(v)) + " is not " + strconv.Itoa(len(dst)) + " bytes in hex")
		}
		return nil
	}
}

// maxRequest bounds the parameters of a request together: no datagram is longer.
const maxRequest = 65507

// request answers GET /api/request.
func (c *Call) request() error {
	q := decoder.Query{Message: c.Param("message")}
	q.Protocol, _ = protocol.ByName(c.Param("protocol"))
	for i := range settings {
		s := &settings[i]
		for _, p := range c.params {
			if p.name != s.Name {
				continue
			}
			if err := s.set(&q, p.value); err != nil {
				return WrongParameter(s.Name, err.Error()+".")
			}
		}
	}
	b, err := decoder.AppendRequest(nil, &q)
	if err != nil {
		return badParameter.problem(err.Error(), ".")
	}
	if len(b) > maxRequest {
		return badParameter.problem("The request would have ", strconv.Itoa(len(b)), " bytes, more than the ", strconv.Itoa(maxRequest), " of a datagram.")
	}
	switch c.Param("format") {
	case "hex":
		c.kind = TypeText
		_, err = c.Write(appendSpaced(nil, b))
	case "json":
		m := decoder.Decode(b, decoder.Options{Protocol: q.Protocol, From: decoder.Request})
		err = c.give(func(j *jsonText) {
			j.member("protocol", q.Protocol.String())
			j.member("message", m.Info.Name)
			j.number("length", int64(len(b)))
			j.member("hex", string(appendHex(nil, b)))
			j.member("base64", string(appendBase64(nil, b)))
		})
	default:
		c.kind = TypeBytes
		_, err = c.Write(b)
	}
	return err
}
