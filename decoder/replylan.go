package decoder

// Replies to LAN discovery (protocol/unreallan/SPEC.md#text-form and protocol/unreallan/SPEC.md#binary-beacon).

// lanReplies answers the words of the text beacon, or UT3's binary one.
func lanReplies(r *replier, request *Message) {
	if r.Game.numbered != (request.Info == &lanBeaconRequest) {
		return
	}
	switch request.Info {
	case &lanPortRequest:
		if port := r.queryPort(); port > 0 {
			r.send(append(append(r.lanProduct(), ' '), itoa(port)...))
		}
	case &lanReportRequest:
		r.send(r.lanReport())
	case &lanBeaconRequest:
		if p := request.payload(); len(p) == lanHeaderSize {
			r.send(r.beacon(p))
		}
	}
}

// lanProduct returns the word that names the game.
func (r *replier) lanProduct() []byte {
	return lanText(said(r.Status.Game, r.Game.gamename), "ut")
}

// lanText returns s as one word of a line, or otherwise when nothing is left
// of it: plain letters without blanks.
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

// queryPort returns the port that answers queries, 0 when no port can.
func (r *replier) queryPort() int64 {
	if r.Status.QueryPort != nil && *r.Status.QueryPort > 0 {
		return within(r.Status.QueryPort, 1, 65535)
	}
	if r.QueryPort != 0 {
		return int64(r.QueryPort)
	}
	return int64(r.Game.Services[0].PortFor(r.Game, uint16(within(r.Status.GamePort, 0, 65535))))
}

// lanReport builds the line about the server.
func (r *replier) lanReport() []byte {
	s := r.Status
	port := int64(r.Game.GamePort)
	if s.GamePort != nil {
		port = within(s.GamePort, 1, 65535)
	}
	b := append(append(r.lanProduct(), ' '), itoa(port)...)
	b = append(b, " SERVER "...)
	title := []byte(replyText(said(s.MapTitle, said(s.Map, "Untitled"))))
	for i, c := range title {
		if c < ' ' || c >= 0x7f {
			title[i] = '?'
		}
	}
	title = []byte(trimBlanks(string(title[:min(len(title), lanTitleSize)])))
	if len(title) == 0 {
		title = []byte("Untitled")
	}
	b = append(append(b, title...), ' ')
	b = append(append(b, lanText(said(s.GameType, ""), "DM")...), ' ')
	b = append(append(b, itoa(within(s.count(), 0, 255))...), '/')
	return append(b, itoa(within(s.MaxPlayers, 0, 255))...)
}

// beacon builds the answer to a binary query: settings are the rules whose key
// is s and a number, properties those of p.
func (r *replier) beacon(request []byte) []byte {
	s := r.Status
	b := append(make([]byte, 0, 512), lanBeaconVersion, request[1])
	b = append(b, request[2:6]...)
	b = appendBE16(b, lanBeaconAnswer)
	b = append(b, request[lanHeaderSize-lanNonceSize:lanHeaderSize]...)
	b = append(b, r.Address[:]...)
	b = appendBE32(b, uint32(within(s.GamePort, 0, 65535)))
	places := within(s.MaxPlayers, 0, 1024)
	b = appendBE32(b, uint32(places-within(s.count(), 0, places)))
	b = appendBE32(b, 0)
	b = appendBE32(b, uint32(places))
	b = appendBE32(b, 0)
	b = append(b, 1, 1, 0, 1, 1, 1, 1, 0)           // advertised, LAN, join in progress, invitations, presence
	b = append(b, make([]byte, lanNonceSize)...)    // owner's id
	b = appendBeaconText(b, said(s.Name, "Server")) // owner's name
	settings, properties := appendBE32(nil, 0), appendBE32(nil, 0)
	add := func(key, value string) {
		if !ut3Setting([]byte(key)) {
			return
		}
		id := uint32(numberOr(key[1:], 0))
		v, ok := parseSigned([]byte(value))
		plain := ok && v == int64(int32(v)) && itoa(v) == value
		switch {
		case key[0] == 'p' && plain:
			properties = append(appendBE32(append(appendBE32(properties, id), 1), uint32(v)), 0)
			count(properties)
		case key[0] == 'p':
			properties = append(appendBeaconText(append(appendBE32(properties, id), beaconText), value), 0)
			count(properties)
		case plain:
			settings = append(appendBE32(appendBE32(settings, id), uint32(v)), 0)
			count(settings)
		}
	}
	for _, rule := range s.rules(&keysUT3) {
		if k := lookupKey([]byte(rule.Key)); k == nil || !particular(k.Role) {
			add(rule.Key, rule.Value)
		}
	}
	for _, p := range [...]struct {
		key   string
		value *string
	}{{ut3MapName, s.Map}, {ut3GameClass, s.GameType}, {ut3Description, s.Name}} {
		if p.value != nil {
			add(p.key, *p.value)
		}
	}
	return append(append(b, settings...), properties...)
}

// count adds one to the number in the first four bytes.
func count(b []byte) {
	n := be32(b) + 1
	b[0], b[1], b[2], b[3] = byte(n>>24), byte(n>>16), byte(n>>8), byte(n)
}

// appendBeaconText appends a length in four bytes and the text.
func appendBeaconText(b []byte, s string) []byte {
	text := appendReplyBytes(nil, replyText(s))
	return append(appendBE32(b, uint32(len(text))), text...)
}
