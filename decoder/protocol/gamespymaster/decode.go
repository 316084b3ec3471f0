package gamespymaster

import (
	"bytes"

	"fragscope/decoder/internal/sections"
	"fragscope/decoder/wire"
)

const (
	signature    = "\xfe\xfd"
	natSignature = "\xfd\xfc\x1e\x66\x6a\xb2"
)

// Types of packets.
const (
	typeChallenge    = 1
	typeEcho         = 2
	typeHeartbeat    = 3
	typeError        = 4
	typeEchoReply    = 5
	typeMessage      = 6
	typeAcknowledged = 7
	typeKeepAlive    = 8
	typeAvailability = 9
	typeRegistered   = 10
)

const (
	headSize     = 1 + 4 // a type and a key
	listHead     = 2 + 1 + 1 + 1 + 4
	longestName  = 64
	leastAnswer  = 20 // characters of an encrypted challenge
	mostAnswer   = 90
	leastListing = listHead + 2 + 2 + 8 + 1 + 1 + 4
)

// recognise identifies NAT negotiation by its signature, what a master sends by FE
// FD and a type, and what servers send by its form; where that is only a few bytes
// the port decides (protocol/SPEC.md#identification).
func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	// Neither a type nor the length of a list: nearly all datagrams end here.
	if !opts.Stream && opts.SrcPort != listPort && len(p) >= headSize && p[0] > typeAvailability &&
		p[0] < natSignature[0] && p[1] != 0 {
		return wire.Request, wire.Unlikely
	}
	switch {
	case len(p) > headSize && string(p[:min(len(p), len(natSignature))]) == natSignature[:min(len(p), len(natSignature))]:
		if len(p) > 7 && natAnswers(p[7]) {
			return wire.Reply, wire.Certain
		}
		return wire.Request, wire.Certain
	case len(p) >= 2+headSize && string(p[:2]) == signature:
		return wire.Reply, fromMaster(p[2:], opts)
	case len(p) > 0 && (opts.SrcPort == listPort || opts.Stream && opts.DstPort != listPort):
		if sure := isReply(p, opts); sure != wire.Unlikely {
			return wire.Reply, sure
		}
	case isBrowsing(p) && opts.DstPort == listPort:
		return wire.Request, wire.Likely
	}
	if len(p) >= headSize {
		return wire.Request, toMaster(p, opts)
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// Sizes of what masters put before a list: of random bytes and of the salt.
const (
	mostRandom = 32
	leastSalt  = 8
	mostSalt   = 32
)

// isReply returns how sure it is that p begins an encrypted list. Nothing in it
// is constant but for two sizes, so that the port has to speak for it.
func isReply(p []byte, opts *wire.Options) wire.Confidence {
	random := int(p[0] ^ randomMask)
	switch {
	case random > mostRandom:
		return wire.Unlikely
	case len(p) <= 1+random:
		if opts.SrcPort == listPort {
			return wire.Possible
		}
		return wire.Unlikely
	}
	salt, known := int(p[1+random]^saltMask), random == 7 || random == 8 || random == 10
	switch {
	case salt < leastSalt || salt > mostSalt:
		return wire.Unlikely
	case opts.SrcPort == listPort:
		return wire.Likely
	case known && (salt == 14 || salt == 25) && len(p) > 2+random+salt:
		return wire.Possible
	}
	return wire.Unlikely
}

// isBrowsing reports whether p is a request of server browsing other than for a
// list, by its length and its type.
func isBrowsing(p []byte) bool {
	return len(p) >= 3 && p[0] == 0 && int(p[1]) == len(p) && p[2] > 0 && p[2] <= 3
}

// fromMaster returns how sure it is that a master sent p after its signature.
func fromMaster(p []byte, opts *wire.Options) wire.Confidence {
	body := p[headSize:]
	switch p[0] {
	case typeChallenge:
		if n := bytes.IndexByte(body, 0); n >= 8 && n < longestName && wire.PlainASCII(body[:n]) {
			return wire.Certain
		}
	case typeError:
		if n := len(body) - 1; n > 4 && body[n] == 0 && wire.PlainASCII(body[1:n]) {
			return wire.Certain
		}
	case typeMessage:
		if len(body) > 4 && wire.StartsLike(body[4:], natSignature) || opts.SrcPort == port {
			return wire.Likely
		}
	case typeKeepAlive, typeRegistered:
		if len(body) == 0 {
			return wire.Likely
		}
	case typeEcho, typeAvailability:
		if (opts.SrcPort == port || opts.Protocol == ID) && (p[0] == typeEcho || len(body) == 0) {
			return wire.Certain
		}
	}
	return wire.Unlikely
}

// toMaster returns how sure it is that p is for a master.
func toMaster(p []byte, opts *wire.Options) wire.Confidence {
	body := p[headSize:]
	switch p[0] {
	case 0:
		if isList(p) {
			return wire.Certain
		}
	case typeHeartbeat:
		if n := bytes.IndexByte(body, 0); n > 2 && n < longestName && wire.PlainASCII(body[:n]) &&
			wire.BeginsLetter(body[0]) && named(body) {
			return wire.Certain
		}
	case typeAvailability:
		if n := len(body) - 1; wire.LE32(p[1:]) == 0 && n > 1 && n < longestName && body[n] == 0 &&
			wire.BeginsLetter(body[0]) && wire.PlainASCII(body[:n]) {
			return wire.Certain
		}
	case typeChallenge:
		if n := bytes.IndexByte(body, 0); n >= leastAnswer && n <= mostAnswer && base64(body[:n]) {
			return wire.Likely
		}
	case typeEchoReply, typeAcknowledged, typeKeepAlive:
		if opts.DstPort == port {
			return wire.Likely
		}
	}
	if p[0] == 0 || p[1] == 0 {
		if isList(p) {
			return wire.Certain
		}
	}
	return wire.Unlikely
}

// named reports whether pairs have the key gamename.
func named(b []byte) bool {
	const key = "\x00gamename\x00"
	if wire.StartsLike(b, key[1:]) {
		return true
	}
	for i := 0; i+len(key) < len(b) && i < 1400; i++ {
		if b[i] == 0 && string(b[i:i+len(key)]) == key {
			return true
		}
	}
	return false
}

func base64(b []byte) bool {
	for _, c := range b {
		if !wire.Alphanumeric(c) && c != '+' && c != '/' && c != '=' {
			return false
		}
	}
	return true
}

// isList reports whether p is a request for a list of servers: its length, and
// two names where they belong.
func isList(p []byte) bool {
	if len(p) < leastListing || int(wire.BE16(p)) != len(p) || p[2] > 3 || p[3] != 1 || p[4] > 3 {
		return false
	}
	b := p[listHead:]
	for range 2 {
		n := bytes.IndexByte(b, 0)
		if n < 1 || n > longestName || !wire.PlainASCII(b[:n]) {
			return false
		}
		b = b[n+1:]
	}
	return true
}

// natAnswers reports whether the service sends packets of a type.
func natAnswers(t byte) bool {
	return t == 1 || t == 2 || t == 5 || t == 9 || t == 11 || t == 14 || t == 16
}

func decode(r *wire.Reader, dir wire.Direction) {
	b := r.Rest()
	switch {
	case len(b) > 0 && b[0] == natSignature[0]:
		readNAT(r)
	case dir == wire.Reply && (len(b) == 0 || b[0] != signature[0]):
		readEncrypted(r)
	case dir == wire.Reply || dir == wire.DirectionUnknown && len(b) > 0 && b[0] == signature[0]:
		readReply(r)
	case isList(b):
		readList(r)
	case isBrowsing(b):
		readBrowsing(r)
	default:
		readRequest(r)
	}
}

func readRequest(r *wire.Reader) {
	r.SetMessage(&serviceRequest)
	if b := r.Rest(); len(b) > 2 && int(wire.BE16(b)) < len(b) && (isList(b[:wire.BE16(b)]) ||
		isBrowsing(b[:wire.BE16(b)])) {
		r.Flags |= wire.FlagAmbiguous // cut there, it would be a request of server browsing
	}
	kind := r.Field(&packet[atType])
	r.Bytes(&packet[atKey], 4)
	switch {
	case r.Stopped:
	case kind == typeAvailability:
		r.SetMessage(&availabilityRequest)
		r.CString(&packet[atGame], 0)
	case kind == typeHeartbeat:
		r.SetMessage(&heartbeat)
		at := r.Pos
		sections.Read(r)
		checkHeartbeat(r, at)
	case kind == typeChallenge:
		r.SetMessage(&challengeAnswer)
		r.CString(&packet[atAnswer], 0)
	case kind == typeAcknowledged:
		r.Field(&packet[atMessageKey])
	case r.More():
		r.Leaf(&packet[atEcho], wire.KindBytes, r.Left(), 0)
	}
}

func readReply(r *wire.Reader) {
	r.SetMessage(&serviceReply)
	r.Constant(&packet[0], signature)
	kind := r.Field(&packet[atType])
	if kind == typeAvailability {
		at := r.Pos
		if r.Field(&packet[atStatus]) != 0 && !r.Stopped {
			r.Problem(&problemUnavailable, at, 4, 0, 0)
		}
		return
	}
	r.Bytes(&packet[atKey], 4)
	switch {
	case r.Stopped:
	case kind == typeChallenge:
		r.SetMessage(&challenge)
		r.CString(&packet[atChallenge], 0)
	case kind == typeError:
		at := r.Pos
		if text := r.CString(&packet[atError], 0); !r.Stopped {
			r.Problem(&problemRefused, at, len(text), 0, 0)
		}
	case kind == typeMessage:
		r.Field(&packet[atMessageKey])
		if r.More() {
			r.Leaf(&packet[atMessage], wire.KindBytes, r.Left(), 0)
		}
	case r.More():
		r.Leaf(&packet[atEcho], wire.KindBytes, r.Left(), 0)
	}
}

func readNAT(r *wire.Reader) {
	if r.SetMessage(&natRequest); natAnswers(r.Peek(7)) {
		r.SetMessage(&natReply)
	}
	r.Constant(&natneg[0], natSignature)
	r.Field(&natneg[1])
	kind := r.Field(&natneg[2])
	r.Field(&natneg[3])
	switch kind {
	case 0, 1, 2, 3, 6, 10, 11, 12:
		r.Read(natneg[natPortType:natGame])
		if kind == 0 && r.More() {
			r.CString(&natneg[natGame], 0)
		}
	case 5, 7:
		at := r.Pos
		result := r.Read(natneg[natAddress:natState])
		switch {
		case r.Stopped || kind == 7:
		case result != 0:
			r.Problem(&problemNegotiation, r.Pos-1, 1, result, 0)
		case wire.LE32(r.Data[at:]) == 0 || wire.BE16(r.Data[at+4:]) == 0:
			r.Problem(&problemAddress, at, 6, 0, 0)
		}
	case 15, 16:
		r.Field(&natneg[natPortType+1])
		r.Read(natneg[natState:natRest])
	}
	if r.More() {
		r.Leaf(&natneg[natRest], wire.KindBytes, r.Left(), 0)
	}
}

// checkHeartbeat looks at the pairs of a heartbeat, from offset at on, for the
// game and for the end of the server.
func checkHeartbeat(r *wire.Reader, at int) {
	game := false
	for i := range r.Fields {
		f := &r.Fields[i]
		if f.Def.Role != wire.RoleKey || f.Length < 2 || i+1 == len(r.Fields) {
			continue
		}
		value := &r.Fields[i+1]
		switch string(r.Data[f.Offset : f.End()-1]) {
		case "gamename":
			game = true
		case "statechanged":
			if string(r.Data[value.Offset:value.End()]) == leaving {
				r.Problem(&problemBye, int(value.Offset), 1, 0, 0)
			}
		}
	}
	if !game && !r.Stopped {
		r.Problem(&problemNameless, at, 0, 0, 0)
	}
}

// leaving is the value of statechanged in the last heartbeat of a server.
const leaving = "2\x00"

func readList(r *wire.Reader) {
	r.SetMessage(&listRequest)
	r.Flags |= wire.FlagAmbiguous // only the whole is as long as it says
	r.Read(list[:listGame])
	r.CString(&list[listGame], 0)
	r.CString(&list[listAsker], 0)
	r.Bytes(&list[listChallenge], challengeSize)
	r.CString(&list[listFilter], 0)
	at := r.Pos
	if keys := r.CString(&list[listFilter+1], 0); len(keys) > 0 && keys[0] != '\\' && !r.Stopped {
		r.Problem(&problemFields, at, len(keys), 0, 0)
	}
	set := r.Field(&list[listOptions])
	if set&8 != 0 {
		r.Field(&list[listSource])
	}
	if set&128 != 0 {
		r.Field(&list[listLimit])
	}
}

func readBrowsing(r *wire.Reader) {
	r.SetMessage(&browsingRequest)
	r.Flags |= wire.FlagAmbiguous // only the whole is as long as it says
	r.Field(&list[0])
	if r.Field(&list[listType]) != 3 {
		r.Read(list[listAddress:listRest])
	}
	if r.More() {
		r.Leaf(&list[listRest], wire.KindBytes, r.Left(), 0)
	}
}
