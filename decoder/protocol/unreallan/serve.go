package unreallan

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Replies to LAN discovery (protocol/unreallan/SPEC.md#text-form and protocol/unreallan/SPEC.md#binary-beacon).

// Replies answers the words of the text beacon, or UT3's binary one.
func Replies(r *answer.Writer, request *wire.Message) {
	if r.Game.Numbered != (request.Info == &beaconRequest) {
		return
	}
	switch request.Info {
	case &portRequest:
		if port := queryPort(r); port > 0 {
			r.Send(wire.AppendStrings(serveProduct(r), " ", strconv.FormatInt(port, 10)))
		}
	case &reportRequest:
		r.Send(serveReport(r))
	case &beaconRequest:
		if p := request.PayloadBytes(); len(p) == headerSize {
			r.Send(replierBeacon(r, p))
		}
	}
}

// serveProduct returns the word that names the game.
func serveProduct(r *answer.Writer) []byte { return lanText(r.Status.Game.Or(r.Game.Gamename), "ut") }

// lanText returns s as one word of a line, or otherwise when nothing is left of
// it: plain characters without spaces.
func lanText(s, otherwise string) []byte {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if c := s[i]; c > ' ' && c < 0x7f {
			b = append(b, c)
		}
	}
	if len(b) == 0 {
		return append(b, otherwise...)
	}
	return b
}

// queryPort returns the query port, 0 when no port fits.
func queryPort(r *answer.Writer) int64 {
	if r.Status.QueryPort.Value > 0 {
		return answer.Clamp(r.Status.QueryPort, 1, 65535)
	}
	if r.QueryPort != 0 {
		return int64(r.QueryPort)
	}
	return int64(r.Game.Services[0].PortFor(r.Game, uint16(answer.Clamp(r.Status.GamePort, 0, 65535))))
}

// serveReport builds the line about the server.
func serveReport(r *answer.Writer) []byte {
	s := r.Status
	port := int64(r.Game.GamePort)
	if s.GamePort.Known {
		port = answer.Clamp(s.GamePort, 1, 65535)
	}
	title := []byte(answer.ReplyText(s.MapTitle.Or(s.Map.Or("Untitled"))))
	for i, c := range title {
		if c < ' ' || c >= 0x7f {
			title[i] = '?'
		}
	}
	shown := wire.TrimBlanks(string(title[:min(len(title), titleSize)]))
	if shown == "" {
		shown = "Untitled"
	}
	return wire.AppendStrings(serveProduct(r), " ", strconv.FormatInt(port, 10), " SERVER ", shown, " ",
		string(lanText(s.GameType.Value, "DM")), " ",
		strconv.FormatInt(answer.Clamp(answer.PlayerCount(s), 0, 255), 10), "/",
		strconv.FormatInt(answer.Clamp(s.MaxPlayers, 0, 255), 10))
}

// replierBeacon builds the answer to a binary query: settings are the rules whose key
// is s and a number, properties those of p.
func replierBeacon(r *answer.Writer, request []byte) []byte {
	s := r.Status
	b := append(make([]byte, 0, 512), beaconVersion, request[1])
	b = append(b, request[2:6]...)
	b = wire.AppendBE16(b, beaconAnswer)
	b = append(b, request[headerSize-nonceSize:headerSize]...)
	b = append(b, r.Address[:]...)
	b = wire.AppendBE32(b, uint32(answer.Clamp(s.GamePort, 0, 65535)))
	places := answer.Clamp(s.MaxPlayers, 0, 1024)
	b = wire.AppendBE32(b, uint32(places-answer.Clamp(answer.PlayerCount(s), 0, places)))
	b = wire.AppendBE32(b, 0)
	b = wire.AppendBE32(b, uint32(places))
	b = wire.AppendBE32(b, 0)
	b = append(b, 1, 1, 0, 1, 1, 1, 1, 0)        // advertised, LAN, join in progress, invitations, presence
	b = append(b, make([]byte, nonceSize)...)    // owner's id
	b = appendBeaconText(b, s.Name.Or("Server")) // owner's name
	var settings, properties []byte
	var settingCount, propertyCount uint32
	add := func(key, value string) {
		if !keys.IsSetting([]byte(key)) {
			return
		}
		id := uint32(answer.NumberOr(key[1:], 0))
		v, ok := wire.ParseSigned([]byte(value))
		plain := ok && v == int64(int32(v)) && strconv.FormatInt(v, 10) == value
		switch {
		case key[0] == 'p' && plain:
			properties = append(wire.AppendBE32(append(wire.AppendBE32(properties, id), 1), uint32(v)), 0)
			propertyCount++
		case key[0] == 'p':
			properties = append(appendBeaconText(append(wire.AppendBE32(properties, id), beaconText), value), 0)
			propertyCount++
		case plain:
			settings = append(wire.AppendBE32(wire.AppendBE32(settings, id), uint32(v)), 0)
			settingCount++
		}
	}
	for _, rule := range answer.StatusRules(s, &sections.NumberedKeys) {
		if k := keys.Lookup([]byte(rule.Key)); k == nil || !wire.Particular(k.Role) {
			add(rule.Key, rule.Value)
		}
	}
	for i, v := range [...]wire.Opt[string]{s.Map, s.GameType, s.Name} {
		if v.Known {
			add([...]string{keys.MapProperty, keys.GameClassProperty, keys.DescriptionProperty}[i], v.Value)
		}
	}
	b = append(wire.AppendBE32(b, settingCount), settings...)
	return append(wire.AppendBE32(b, propertyCount), properties...)
}

// appendBeaconText appends a length in four bytes and the text.
func appendBeaconText(b []byte, s string) []byte {
	text := answer.AppendReplyBytes(nil, answer.ReplyText(s))
	return append(wire.AppendBE32(b, uint32(len(text))), text...)
}
