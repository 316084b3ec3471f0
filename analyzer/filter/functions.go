package filter

import (
	"bytes"
	"encoding/hex"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

var functions = []Name{
	{Name: `problem("CODE")`, About: Packets | Exchanges, values: problemCodes,
		Doc: `there is a problem with this code; "*" matches any characters, "?" any single one`},
	{Name: "host(ADDRESS)", About: everything, Doc: "the address is that of one of both ends"},
	{Name: "net(NETWORK)", About: everything, Doc: "one of both ends is in a network such as 192.0.2.0/24"},
	{Name: "port(NUMBER)", About: everything, Doc: "the port is that of one of both ends, or the game's of a server"},
	{Name: `text("WORDS")`, About: replies, Doc: "a text or value contains the words, whatever the case"},
	{Name: `bytes("FE FD 09")`, About: Packets, Doc: "these bytes, in hexadecimal, are in the packet, consecutively"},
	{Name: `field("KEY", "VALUE")`, About: replies,
		Doc: `a field with this key has this value; in the key "*" matches any characters, as in field("*.map", "DM-Rankin")`},
	{Name: `rule("KEY")`, About: replies, Doc: "value of a rule; the case of the key does not matter"},
	{Name: `player("WORDS")`, About: replies, Doc: "a player's name contains the words, whatever the case"},
	{Name: `date("2026-01-31 20:00:00")`, About: everything, Doc: "a time, in UTC unless it has a zone"},
	{Name: "lower(NAME)", About: everything, Doc: "a text in lower case"},
	{Name: "upper(NAME)", About: everything, Doc: "a text in upper case"},
	{Name: "len(NAME)", About: everything, Doc: "how many bytes a text has"},
}

// maxPattern bounds what is compared with each field or problem, in bytes.
const maxPattern = 200

// The parenthesis is read when called; that of host A, net N and port P, as tcpdump writes them, is none.
func (p *parser) called(t token, f *Name) node {
	name, wants, _ := strings.Cut(strings.TrimSuffix(f.Name, ")"), "(")
	if p.about&f.About == 0 {
		p.fail(t.at, name+" is known of "+f.About.String()+" only", "this filters "+p.about.String())
		return node{}
	}
	p.common &= f.About
	var in []node
	if p.before.text != "(" {
		in = append(in, p.operand())
	} else {
		compared := p.compared
		for p.compared = false; p.err == nil && !p.is(")"); {
			if in = append(in, p.sum()); !p.accept(",") {
				break
			}
		}
		p.compared = compared
		p.expect(")")
	}
	if p.err != nil {
		return node{}
	}
	if len(in) != 1+strings.Count(wants, ",") {
		p.fail(t.at, name+" does not have this many arguments", "write it as "+f.Name)
		return node{}
	}
	if name == "lower" || name == "upper" || name == "len" {
		return p.changed(t, name, in[0])
	}
	for _, n := range in {
		switch {
		case !n.literal:
			p.fail(n.at, name+" needs a value, not a name", "write it as "+f.Name)
		case len(n.raw) > maxPattern && name != "text" && name != "bytes":
			p.fail(n.at, "no "+strings.ToLower(strings.Trim(wants, `"`))+" has more than 200 characters", "")
		}
	}
	if p.err != nil {
		return node{}
	}
	n := node{at: t.at, kind: kindCondition, label: name}
	text := in[0].raw
	switch name {
	case "host", "net":
		at, ok := parsePlace(text)
		if !ok || name == "net" && at.net.IsSingleIP() && !strings.Contains(text, "/") {
			p.fail(in[0].at, quoted(text)+" is not "+map[string]string{"host": "an address such as 192.0.2.7 or 2001:db8::1",
				"net": "a network such as 192.0.2.0/24"}[name], "")
		}
		n.holds = func(s *scope) bool { return at.has(s.Src) || at.has(s.Dst) }
	case "port":
		want, ok := parseNumber(text)
		if !ok {
			p.fail(in[0].at, quoted(text)+" is not a number", "write it as port(7778)")
		}
		n.holds = func(s *scope) bool {
			game := s.server != nil && s.says().GamePort == wire.Some(want.whole)
			return game || int64(s.Src.Port()) == want.whole || int64(s.Dst.Port()) == want.whole
		}
	case "problem":
		p.costs(t.at, search)
		n.holds = func(s *scope) bool {
			found := false
			s.problems(func(code string) bool { found = glob(text, code); return !found })
			return found
		}
	case "text":
		p.costs(t.at, search)
		words := strings.ToLower(text)
		n.holds = func(s *scope) bool { return s.contains(words) }
	case "player":
		p.costs(t.at, search)
		words := strings.ToLower(text)
		n.holds = func(s *scope) bool { return s.player(words) }
	case "bytes":
		p.costs(t.at, search)
		b, err := hex.DecodeString(separators.Replace(strings.ToLower(text)))
		if err != nil || len(b) == 0 {
			p.fail(in[0].at, quoted(text)+" is not pairs of hexadecimal digits such as FE FD 09", "")
		}
		n.holds = func(s *scope) bool { m := s.decoded(); return m != nil && bytes.Contains(m.Data, b) }
	case "field":
		p.costs(t.at, search)
		key, want := text, in[1].raw
		n.holds = func(s *scope) bool {
			return s.anyField(func(m *decoder.Message, i int) bool {
				return m.Fields[i].Kind != wire.KindGroup && glob(key, m.Key(i)) && (m.Plain(i) == want || m.Text(i) == want)
			})
		}
	case "rule":
		p.costs(t.at, search)
		n.kind = kindText
		n.get = func(s *scope, v *value) (known bool) { v.text, known = s.rule(text); return known }
	case "date":
		if _, err := ParseTime(text); err != nil {
			p.fail(in[0].at, quoted(text)+" is "+err.Error(), "")
		}
		return node{at: t.at, literal: true, raw: text, quoted: true}
	}
	return n
}

// separators are what people write around the digits of a byte.
var separators = strings.NewReplacer("0x", "", "\\x", "", " ", "", "\t", "", ":", "", "-", "", ",", "")

func (p *parser) changed(t token, name string, of node) node {
	get := of.first()
	if of.literal || get == nil || of.kind != kindText {
		p.fail(of.at, name+" needs a name that has texts", "write it as "+name+"(message)")
		return node{}
	}
	n := node{at: t.at, kind: kindText, label: name}
	change := strings.ToLower
	switch name {
	case "len":
		n.kind = kindNumber
	case "upper":
		change = strings.ToUpper
	}
	n.get = func(s *scope, v *value) bool {
		if !get(s, v) {
			return false
		}
		v.number, v.text = whole(int64(len(v.text))), change(v.text)
		return true
	}
	return n
}
