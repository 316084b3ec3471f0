package api

import (
	"encoding/base64"
	"strconv"
	"sync"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// Built is the answer of /api/request as JSON.
type Built struct {
	Protocol string `json:"protocol"`
	Message  string `json:"message"` // what it decodes to
	Length   int    `json:"length"`  // bytes
	Hex      string `json:"hex"`
	Base64   string `json:"base64"`
}

// settings are named as the flags of fragscope request are.
var settings = sync.OnceValue(func() []Param {
	var list []Param
	for _, s := range decoder.AllSettings() {
		q := Param{Name: s.Name, Doc: s.Doc, Number: s.Kind == ask.SettingNumber, Repeated: s.Kind == ask.SettingList}
		if s.Kind == ask.SettingSwitch {
			q.Enum = []string{"true", "false"}
		}
		if s.Name == "id" {
			q.Example = "01020304"
		}
		list = append(list, q)
	}
	return list
})

func requestParams() []Param {
	list := []Param{
		{Name: "protocol", Doc: "protocol of the request", Enum: askable(), Required: true, Example: "unreal2"},
		{Name: "message", Doc: "which request, as /api/protocols lists them; default the one with the most complete answer",
			Example: "rules request"},
		{Name: "format", Doc: "raw: the bytes themselves; hex: text as fragscope request prints it; default raw",
			Enum: []string{"raw", "hex", "json"}},
	}
	return append(list, settings()...)
}

// maxRequest bounds the parameters of a request together: no datagram is longer.
const maxRequest = 65507

func (c *Call) request() error {
	q := decoder.Query{Message: c.Param("message")}
	q.Protocol, _ = decoder.ProtocolByName(c.Param("protocol"))
	for _, s := range settings() {
		for _, p := range c.params {
			if p.name != s.Name {
				continue
			}
			if err := decoder.Set(&q, s.Name, p.value); err != nil {
				return WrongParameter(s.Name, err.Error()+".")
			}
		}
	}
	b, err := decoder.AppendRequest(nil, &q)
	if err != nil {
		return badParameter.problem(err.Error(), ".")
	}
	if len(b) > maxRequest {
		return badParameter.problem("The request would have ", strconv.Itoa(len(b)), " bytes, more than the ",
			strconv.Itoa(maxRequest), " of a datagram.")
	}
	switch c.Param("format") {
	case "hex":
		if err = c.SetType(TypeText); err == nil {
			_, err = c.Write(appendSpaced(nil, b))
		}
	case "json":
		m := decoder.Decode(b, decoder.Options{Protocol: q.Protocol, From: decoder.Request})
		err = c.give(object{
			{"protocol", q.Protocol.String()}, {"message", m.Info.Name}, {"length", len(b)},
			{"hex", string(wire.AppendHex(nil, b, wire.LowerHex, ""))}, {"base64", base64.StdEncoding.EncodeToString(b)},
		})
	default:
		if err = c.SetType(TypeBytes); err == nil {
			_, err = c.Write(b)
		}
	}
	return err
}
