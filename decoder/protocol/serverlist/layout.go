package serverlist

import (
	"fragscope/decoder/wire"
)

const ID = "server-list"

// The server list of UT2003, a text file that its master published for
// download: one line a server, with address, game port and GameSpy query port
// separated by tabs (protocol/unrealmaster/SPEC.md#binary-list-reply, the
// UT2003 query document). Lists of "address:port" lines, as other programs
// write them, are read as well. A delimiter belongs to the field that it
// precedes, a line end to the last field of its line.

var (
	entry          = wire.FieldDef{Key: "server", Name: "Server", Kind: wire.KindGroup, Role: wire.RoleServerEntry}
	serverListLine = [...]wire.FieldDef{
		{Key: "address", Name: "Address", Kind: wire.KindText, Role: wire.RoleServerHost,
			Doc: "IPv4 address in dotted form."},
		{Key: "game_port", Name: "Game port", Kind: wire.KindDecimal, Role: wire.RoleGamePort, AtMost: 65535,
			Doc: "UDP port that players connect to; the Unreal2 query goes to the next one."},
		{Key: "query_port", Name: "GameSpy query port", Kind: wire.KindDecimal, Role: wire.RoleQueryPort, AtMost: 65535,
			Doc: "UDP port that answers GameSpy queries: game port + 10 for most servers, but administrators can choose any."},
	}
	colon = [...]wire.FieldDef{
		{Key: "port", Name: "Port", Kind: wire.KindDecimal, Role: wire.RoleGamePort, AtMost: 65535,
			Doc: "Of an address:port line; such lists give the game port or the query port and do not say which."},
	}
	empty = wire.FieldDef{Key: "empty", Name: "Empty line", Kind: wire.KindPadding}
	rest  = wire.FieldDef{Key: "rest", Name: "Rest of the line", Kind: wire.KindUnknown}
	bad   = wire.FieldDef{Key: "bad", Name: "Line that is not a server", Kind: wire.KindUnknown}
)

var file = wire.NewReply("server list", "A file with a line for each server.")

var (
	problemListLine = wire.Warning("server-list-line", "Line {a} does not begin with an IPv4 address.",
		"It is not a server: a heading, a comment, or part of something else. Other lines are read as usual.")
	problemListPort = wire.Warning("server-list-port", "{text} in line {a} is not a port.",
		"A line is address, game port and query port, separated by tabs; the rest of this one is shown as it is.")
	problemListShort = wire.Note("server-list-short-line", "Line {a} ends before the query port.",
		"The list is cut here, or its writer does not know the port; game port + 10 is the usual place.")
	problemListLong = wire.Note("server-list-long-line", "Line {a} continues after its last port.",
		"The three columns are read; what follows is shown as it is.")
)

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Docs: docs, Title: "Server list file", Recognise: Recognise, Begins: wire.BeginsText, Decode: decodeServerList,
	Doc: "A text file with the addresses and ports of servers, as the master of UT2003 gave it away.",
})

var docs = wire.Define(wire.Docs{
	Spec:     "protocol/serverlist/SPEC.md",
	Messages: []*wire.MessageInfo{&file},
	Sections: []wire.Section{
		{Prefix: "server-list", Source: "#messages", Fields: []*wire.FieldDef{&entry},
			Layouts: []wire.Layout{serverListLine[:], colon[:]}},
		{Prefix: "server-list", Source: "#messages", Fields: []*wire.FieldDef{&empty, &rest, &bad}},
		{Source: "protocol/unrealmaster/SPEC.md#binary-list-reply", Problems: []*wire.ProblemInfo{&problemListLine,
			&problemListPort, &problemListShort,
			&problemListLong}},
	},
})

// Recognise looks for a line that is an address and a port among the
// first lines. A heading in front makes it less sure, and so does a colon
// where the tab should be, unless there are several such lines.
func Recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	// Every datagram passes here, so those that cannot be text are rejected at
	// once.
	if len(p) < 2 || p[0] == '\\' || p[0] == 0 || p[1] == 0 {
		return wire.DirectionUnknown, wire.Unlikely
	}
	const lines, width = 8, 64
	odd, colons := 0, 0
	for at, n := 0, 0; at < len(p) && n < lines; n++ {
		limit := min(len(p), at+width)
		host := ipv4Length(p[at:limit])
		if host == 0 && binary(p[at:limit]) {
			return wire.Reply, wire.Unlikely
		}
		end, next := listLine(p, at, limit)
		line := p[at:end]
		at = next
		if len(line) == 0 {
			continue
		}
		if host == 0 || host == len(line) {
			odd++
			continue
		}
		column := listColumn(line, host+1)
		port, ok := wire.ParseDecimal(line[host+1 : column])
		switch ok = ok && port > 0 && port <= 65535; {
		case ok && line[host] == '\t' && odd == 0:
			return wire.Reply, wire.Likely
		case ok && line[host] == '\t':
			return wire.Reply, wire.Possible
		case ok && line[host] == ':' && column == len(line):
			colons++
		default:
			odd++
		}
	}
	switch {
	case colons > 1 && odd == 0:
		return wire.Reply, wire.Likely
	case colons > odd:
		return wire.Reply, wire.Possible
	}
	return wire.Reply, wire.Unlikely
}

// binary reports whether the line that b begins with holds what no text does.
func binary(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\t' && c != '\r' && c != 0x1b {
			return c != '\n'
		}
	}
	return false
}

// listLine returns where the text of the line at from ends, and where the next
// line begins. A carriage return before the line end is not text.
func listLine(p []byte, from, limit int) (end, next int) {
	for end = from; end < limit && p[end] != '\n'; end++ {
	}
	if next = end; end < limit {
		next++
	}
	if end > from && p[end-1] == '\r' {
		end--
	}
	return end, next
}

// listColumn returns the end of the column that begins at from.
func listColumn(line []byte, from int) int {
	for from < len(line) && line[from] != '\t' {
		from++
	}
	return from
}

// ipv4Length returns the length of the dotted address at the start of b, 0 if
// there is none. What follows it is no digit and no dot.
func ipv4Length(b []byte) int {
	i := 0
	for part := range 4 {
		if part > 0 {
			if i >= len(b) || b[i] != '.' {
				return 0
			}
			i++
		}
		v, from := 0, i
		for ; i < len(b) && i-from < 3 && b[i] >= '0' && b[i] <= '9'; i++ {
			v = v*10 + int(b[i]-'0')
		}
		if i == from || v > 255 {
			return 0
		}
	}
	if i < len(b) && (b[i] >= '0' && b[i] <= '9' || b[i] == '.') {
		return 0
	}
	return i
}

func decodeServerList(r *wire.Reader, _ wire.Direction) {
	r.SetMessage(&file)
	servers := 0
	for n := 1; r.More(); n++ {
		end, next := listLine(r.Data, r.Pos, r.End)
		line := r.Data[r.Pos:end]
		if len(line) == 0 {
			r.Add(&empty, wire.KindPadding, next-r.Pos, 0)
			continue
		}
		host := ipv4Length(line)
		if host == 0 || host < len(line) && line[host] != '\t' && line[host] != ':' {
			r.Problem(&problemListLine, r.Pos, len(line), uint64(n), 0)
			r.Leaf(&bad, wire.KindUnknown, next-r.Pos, wire.FlagRaw)
			continue
		}
		g := r.Begin(&entry, servers)
		serverLine(r, line, host, n, next)
		r.Done(g)
		servers++
	}
}

// serverLine reads line n, which begins with an address of host bytes and
// whose line end goes up to next.
func serverLine(r *wire.Reader, line []byte, host, n, next int) {
	start := r.Pos
	trail := func(end int) int { // bytes of line end after the column
		if end == len(line) {
			return next - start - len(line)
		}
		return 0
	}
	f := r.Add(&serverListLine[0], wire.KindText, host+trail(host), 0)
	f.Trail = uint8(trail(host))
	columns := serverListLine[1:]
	if host < len(line) && line[host] == ':' {
		columns = colon[:]
	}
	end := host
	for i := range columns {
		if end == len(line) {
			r.Problem(&problemListShort, start, len(line), uint64(n), 0)
			return
		}
		from := end
		end = listColumn(line, from+1)
		if _, ok := wire.ParseDecimal(line[from+1 : end]); !ok {
			r.Problem(&problemListPort, start+from+1, end-from-1, uint64(n), 0)
			r.Leaf(&rest, wire.KindUnknown, next-r.Pos, wire.FlagRaw)
			return
		}
		r.Digits(&columns[i], 1, start+end, trail(end))
	}
	if end < len(line) {
		r.Problem(&problemListLong, start+end, len(line)-end, uint64(n), 0)
		r.Leaf(&rest, wire.KindUnknown, next-r.Pos, wire.FlagRaw)
	}
}
