package quake2

import (
	"fragscope/decoder/internal/idtech"
	"fragscope/decoder/wire"
)

// word is what masters are asked with.
const word = "query"

// verbs begins with the request and the reply that others are taken for.
var verbs = [...]idtech.Verb{
	{Word: "status", Info: &statusRequest, Form: idtech.Arguments, Sure: wire.Likely},
	{Word: "print", Info: &statusReply, Form: idtech.Status, Next: '\n', Sure: wire.Certain},
	{Word: "info", Info: &infoRequest, Form: idtech.Arguments, Next: ' ', Sure: wire.Certain},
	{Word: "info", Info: &infoReply, Form: idtech.ProtocolSpecific, Next: '\n', Sure: wire.Certain},
	{Word: word, Info: &serversRequest, Form: idtech.Arguments, Sure: wire.Likely},
	{Word: "servers", Info: &serversReply, Form: idtech.List, Next: ' ', Sure: wire.Certain},
	{Word: "heartbeat", Info: &heartbeat, Form: idtech.Status, Next: '\n', Sure: wire.Certain},
	{Word: "shutdown", Info: &shutdown, Form: idtech.Arguments, Sure: wire.Certain},
	{Word: "ack", Info: &acknowledgement, Form: idtech.Arguments, Sure: wire.Certain},
}

var engine = idtech.Engine{Verbs: verbs[:], Grammar: &idtech.Scores, Read: readInfo}

func Recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) >= len(word) && string(p[:len(word)]) == word && idtech.Ended(p[len(word):]) {
		return wire.Request, wire.Likely
	}
	dir, sure := engine.Recognise(p)
	if n := len(idtech.Mark) + len("status"); sure == wire.Likely && len(p) > n && p[n] == ' ' {
		return dir, wire.Possible // the flags of QuakeWorld
	}
	return dir, sure
}

func decode(r *wire.Reader, dir wire.Direction) {
	if dir != wire.Reply && r.Peek(0) == word[0] {
		r.SetMessage(&serversRequest)
		r.Constant(&query, word)
		if !r.Stopped {
			idtech.Words(r, idtech.Head[idtech.HeadArguments:idtech.HeadText], true)
		}
		return
	}
	engine.Decode(r, dir)
}

// readInfo reads a line from its end: the name may hold spaces.
func readInfo(r *wire.Reader) {
	idtech.ReadBreak(r)
	b := r.Rest()
	end := len(b)
	for end > 0 && idtech.Ended(b[end-1:end]) {
		end--
	}
	// All of it could be read otherwise if the datagram continued.
	r.Flags |= wire.FlagAmbiguous
	slots, slash := number(b, end)
	players, gap := number(b, slash-1)
	title := gap
	for title > 0 && b[title-1] != ' ' {
		title--
	}
	if slots < 0 || players < 0 || b[slash-1] != '/' || title == gap || title == 0 {
		r.Problem(&problemInfo, r.Pos, end, 0, 0)
		r.Flags &^= wire.FlagAmbiguous
		idtech.ReadText(r)
		return
	}
	name, last := 0, title
	for last > 0 && b[last-1] == ' ' {
		last--
	}
	for name < last && b[name] == ' ' {
		name++
	}
	at := r.Pos
	f := r.Add(&info[0], wire.KindText, last, 0)
	f.Lead = uint8(min(name, 255))
	r.CheckText(f)
	f = r.Add(&info[1], wire.KindText, gap-last, 0)
	f.Lead = uint8(min(title-last, 255))
	r.CheckText(f)
	r.Add(&info[2], wire.KindDecimal, at+slash-1-r.Pos, uint64(players)).Flags |= wire.FlagRaw
	r.Add(&info[3], wire.KindDecimal, at+end-r.Pos, uint64(slots)).Flags |= wire.FlagRaw
	r.Flags &^= wire.FlagAmbiguous
	idtech.Pad(r)
}

// number reads the number at the end of b[:end]; where it begins, the spaces
// before it left out. It is -1 for none.
func number(b []byte, end int) (v, from int) {
	if end <= 0 {
		return -1, 0
	}
	from = end
	for from > 0 && b[from-1] >= '0' && b[from-1] <= '9' {
		from--
	}
	n, ok := wire.ParseDecimal(b[from:end])
	if !ok || n > 1<<20 {
		return -1, 1
	}
	for from > 0 && b[from-1] == ' ' {
		from--
	}
	return int(n), max(from, 1)
}

// Status counts the players of a status reply, which has no number.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	before := len(b.PlayerList)
	b.Generic(m)
	if m.Info == &statusReply {
		idtech.Count(b, m, before)
	}
}
