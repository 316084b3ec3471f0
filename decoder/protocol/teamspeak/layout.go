package teamspeak

import (
	"fragscope/decoder/wire"
)

const ID = "teamspeak"

var (
	head = [...]wire.FieldDef{
		{Key: "mark", Name: "Mark", Kind: wire.KindConst,
			Doc: "The characters TS3INIT1, where other packets have a code of authentication."},
		{Key: "packet", Name: "Packet", Kind: wire.KindU16BE, Doc: "Its number, 101 while the connection begins."},
		{Key: "client", Name: "Client", Kind: wire.KindU16BE, Doc: "Its number, 0 while it has none; from clients only."},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Parts: typeParts[:]},
		{Key: "version", Name: "Client version", Kind: wire.KindU32BE,
			Doc: "Seconds from 1 January 2013 to when the client was built; from clients only."},
		{Key: "step", Name: "Step", Kind: wire.KindU8, Symbols: &steps},
	}
	typeParts = [...]wire.BitPart{
		{Name: "not encrypted", Mask: 0x80}, {Name: "compressed", Mask: 0x40}, {Name: "new protocol", Mask: 0x20},
		{Name: "fragmented", Mask: 0x10}, {Name: "type", Mask: 0x0f, Symbols: &types},
	}
	start = [...]wire.FieldDef{
		{Key: "time", Name: "Time", Kind: wire.KindU32BE, Doc: "Seconds since 1970."},
		{Key: "random", Name: "Random bytes", Kind: wire.KindBytes, Doc: "Of the client."},
		{Key: "reserved", Name: "Reserved", Kind: wire.KindBytes, Doc: "Zeros."},
	}
	cookie = [...]wire.FieldDef{
		{Key: "server", Name: "Random bytes of the server", Kind: wire.KindBytes},
		{Key: "random", Name: "Random bytes of the client", Kind: wire.KindBytes, Doc: "In reverse order."},
	}
	puzzle = [...]wire.FieldDef{
		{Key: "x", Name: "Base", Kind: wire.KindBytes},
		{Key: "n", Name: "Modulus", Kind: wire.KindBytes},
		{Key: "level", Name: "Level", Kind: wire.KindU32BE, Doc: "How often the base is squared."},
		{Key: "server", Name: "Random bytes of the server", Kind: wire.KindBytes},
		{Key: "y", Name: "Solution", Kind: wire.KindBytes, Doc: "From clients only."},
		{Key: "command", Name: "Command", Kind: wire.KindText,
			Doc: "The first of the connection, clientinitiv; from clients only."},
	}
	console = [...]wire.FieldDef{
		{Key: "mark", Name: "Mark", Kind: wire.KindConst, Doc: "TS3, a line feed and a carriage return."},
		{Key: "text", Name: "Text", Kind: wire.KindText, Doc: "How to get help."},
	}
)

// Places in the layouts.
const (
	headClient   = 2
	headType     = 3
	headVersion  = 4
	headStep     = 5
	puzzleServer = 3
)

var (
	types = wire.Symbols{List: []wire.Symbol{{Value: 8, Name: "init"}}}
	steps = wire.Symbols{List: []wire.Symbol{
		{Value: 0, Name: "start"}, {Value: 1, Name: "cookie"}, {Value: 2, Name: "cookie returned"},
		{Value: 3, Name: "puzzle"},
		{Value: 4, Name: "solution"}, {Value: restart, Name: "start again"},
	}}
)

// Messages, by step.
var (
	messages = [...]wire.MessageInfo{
		{Name: "connection start", Direction: wire.Request, DecodeOnly: true, Doc: "A client wants to connect."},
		{Name: "cookie reply", Direction: wire.Reply, Doc: "Random bytes that show whether the client's address is its own."},
		{Name: "cookie returned", Direction: wire.Request, DecodeOnly: true, Doc: "The client has received them."},
		{Name: "puzzle reply", Direction: wire.Reply, Doc: "A calculation that takes the client some time."},
		{Name: "puzzle solution", Direction: wire.Request, DecodeOnly: true, Optional: true,
			Doc: "Its result, and the first command."},
	}
	restartReply = wire.NewReply("start again reply", "The client is to begin again.")
	greeting     = wire.NewReply("console greeting", "What a server's console says first, over TCP.")
)

var docs = wire.Define(wire.Docs{
	Spec: "protocol/teamspeak/SPEC.md",
	Messages: []*wire.MessageInfo{&messages[0], &messages[1], &messages[2], &messages[3], &messages[4], &restartReply,
		&greeting},
	Sections: []wire.Section{
		{Prefix: "teamspeak.head", Source: "#head", Layouts: []wire.Layout{head[:]}},
		{Prefix: "teamspeak.start", Source: "#start", Layouts: []wire.Layout{start[:]}},
		{Prefix: "teamspeak.cookie", Source: "#cookie", Layouts: []wire.Layout{cookie[:]}},
		{Prefix: "teamspeak.puzzle", Source: "#puzzle", Layouts: []wire.Layout{puzzle[:]}},
		{Prefix: "teamspeak.console", Source: "#console", Layouts: []wire.Layout{console[:]}},
	},
})

var matching = wire.Matching{Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&messages[0], &messages[1], &restartReply}},
	{Messages: []*wire.MessageInfo{&messages[2], &messages[3], &restartReply}},
	{Messages: []*wire.MessageInfo{&messages[4]}},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "TeamSpeak 3", Recognise: recognise, Begins: func(c byte) bool {
		return c == mark[0]
	}, Decode: decode,
	Status: wire.NoStatus, MatchKey: MatchKey,
	Matching: &matching,
	Doc:      "TeamSpeak 3: how a client connects, and the greeting of the console. There is no query.",
	Ports:    []wire.Port{{Number: 9987, Name: "TeamSpeak 3"}, {Number: 10011, Name: "console of TeamSpeak 3"}},
})
