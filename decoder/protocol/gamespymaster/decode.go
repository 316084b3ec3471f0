package gamespymaster

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
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
	switch {
	case len(p) > headSize && string(p[:min(len(p), len(natSignature))]) == natSignature[:min(len(p), len(natSignature))]:
		if len(p) > 7 && natAnswers(p[7]) {
			return wire.Reply, wire.Certain
		}
		return wire.Request, wire.Certain
	case len(p) >= 2+headSize && string(p[:2]) == signature:
		return wire.Reply, fromMaster(p[2:], opts)
	case len(p) >= headSize:
		return wire.Request, toMaster(p, opts)
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// fromMaster returns how sure it is that a master sent p after its signature.
func fromMaster(p []byte, opts *wire.Options) wire.Confidence {
	body := p[headSize:]
	switch p[0] {
	case typeChallenge:
		if n := wire.IndexByte(body, 0); n >= 8 && n < longestName && wire.PlainASCII(body[:n]) {
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
		if opts.SrcPort == port && (p[0] == typeEcho || len(body) == 0) {
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
		if n := wire.IndexByte(body, 0); n > 2 && n < longestName && wire.PlainASCII(body[:n]) && wire.BeginsLetter(body[0]) && named(body) {
			return wire.Certain
		}
	case typeAvailability:
		if n := len(body) - 1; wire.LE32(p[1:]) == 0 && n > 1 && n < longestName && body[n] == 0 && wire.BeginsLetter(body[0]) && wire.PlainASCII(body[:n]) {
			return wire.Certain
		}
	case typeChallenge:
		if n := wire.IndexByte(body, 0); n >= leastAnswer && n <= mostAnswer && base64(body[:n]) {
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
		n := wire.IndexByte(b, 0)
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
	case dir == wire.Reply || dir == wire.DirectionUnknown && len(b) > 0 && b[0] == signature[0]:
		readReply(r)
	case isList(b):
		readList(r)
	default:
		readRequest(r)
	}
}

func readRequest(r *wire.Reader) {
	r.Say(&serviceRequest)
	if b := r.Rest(); len(b) > leastListing && int(wire.BE16(b)) < len(b) && isList(b[:wire.BE16(b)]) {
		r.Marks |= wire.MarkAmbiguous // cut there, it would be a server list request
	}
	kind := r.Field(&packet[atType])
	r.Bytes(&packet[atKey], 4)
	switch {
	case r.Stopped:
	case kind == typeAvailability:
		r.Say(&availabilityRequest)
		r.Ztext(&packet[atGame], 0)
	case kind == typeHeartbeat:
		r.Say(&heartbeat)
		sections.Read(r)
	case kind == typeChallenge:
		r.Say(&challengeAnswer)
		r.Ztext(&packet[atAnswer], 0)
	case kind == typeAcknowledged:
		r.Field(&packet[atMessageKey])
	case r.More():
		r.Leaf(&packet[atEcho], wire.KindBytes, r.Left(), 0)
	}
}

func readReply(r *wire.Reader) {
	r.Say(&serviceReply)
	r.Constant(&packet[0], signature)
	kind := r.Field(&packet[atType])
	if kind == typeAvailability {
		r.Field(&packet[atStatus])
		return
	}
	r.Bytes(&packet[atKey], 4)
	switch {
	case r.Stopped:
	case kind == typeChallenge:
		r.Say(&challenge)
		r.Ztext(&packet[atChallenge], 0)
	case kind == typeError:
		r.Ztext(&packet[atError], 0)
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
	if r.Say(&natRequest); natAnswers(r.Peek(7)) {
		r.Say(&natReply)
	}
	r.Constant(&natneg[0], natSignature)
	r.Field(&natneg[1])
	kind := r.Field(&natneg[2])
	r.Field(&natneg[3])
	switch kind {
	case 0, 1, 2, 3, 6, 10, 11, 12:
		r.Read(natneg[natPortType:natGame])
		if kind == 0 && r.More() {
			r.Ztext(&natneg[natGame], 0)
		}
	case 5, 7:
		r.Read(natneg[natAddress:natState])
	case 15, 16:
		r.Field(&natneg[natPortType+1])
		r.Read(natneg[natState:natRest])
	}
	if r.More() {
		r.Leaf(&natneg[natRest], wire.KindBytes, r.Left(), 0)
	}
}

func readList(r *wire.Reader) {
	r.Say(&listRequest)
	r.Marks |= wire.MarkAmbiguous // only the whole is as long as it says
	r.Field(&list[0])
	kind := r.Field(&list[listType])
	if kind == 1 {
		r.Read(list[listAddress:listRest])
	}
	if kind != 0 {
		if r.More() {
			r.Leaf(&list[listRest], wire.KindBytes, r.Left(), 0)
		}
		return
	}
	r.Read(list[listType+1 : listGame])
	r.Ztext(&list[listGame], 0)
	r.Ztext(&list[listGame+1], 0)
	r.Bytes(&list[listChallenge], 8)
	r.Ztext(&list[listFilter], 0)
	r.Ztext(&list[listFilter+1], 0)
	set := r.Field(&list[listOptions])
	if set&8 != 0 {
		r.Field(&list[listSource])
	}
	if set&128 != 0 {
		r.Field(&list[listLimit])
	}
}

// A Query holds the details of a request.
type Query struct {
	Game string // GameSpy's name of it, "" for ut3pc
}

// Settings returns the details of requests that a user may give.
func Settings() []ask.Setting {
	return []ask.Setting{ask.Text("game", "GameSpy's name of the game; default ut3pc", "ut3pc", func(d *Query) *string { return &d.Game })}
}

// AppendRequest builds an availability request.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	if q.Message != "" && q.Message != availabilityRequest.Name {
		return dst, ask.ErrNoSuchRequest
	}
	game := answer.ReplyText(ask.As[Query](q.Details).Game)
	if game == "" {
		game = "ut3pc"
	}
	return append(append(append(dst, typeAvailability, 0, 0, 0, 0), game...), 0), nil
}

// Subjects of requests and replies.
const (
	aboutAvailability = 1 << iota
	aboutServer
	aboutNAT
	aboutList
)

// Topic ties replies to requests by what they are about: a master sends what it
// wants to a server that it knows.
func Topic(m *wire.Message) wire.Topic {
	switch m.Info {
	case &availabilityRequest:
		return wire.Topic{Subjects: aboutAvailability, Alone: true}
	case &serviceReply:
		return wire.Topic{Subjects: aboutAvailability | aboutServer}
	case &natRequest, &natReply:
		return wire.Topic{Subjects: aboutNAT, Optional: m.Info == &natRequest}
	case &listRequest:
		return wire.Topic{Subjects: aboutList, Optional: true}
	}
	return wire.Topic{Subjects: aboutServer, Optional: m.Info.Direction == wire.Request}
}
