package decoder

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/wire"
)

// What a program that decodes names most often has a name here. The kinds and roles of
// fields are in package wire; how requests and replies are built is in packages ask and
// answer.

// Protocol names a protocol.
type Protocol = wire.ProtocolID

// Options tell a [Decoder] what is known about the datagrams. The zero value
// detects everything.
//
//	Protocol          decode as this one
//	From              request or reply
//	Link              what precedes the IP header
//	SrcPort, DstPort  decide between equal matches
//	Stream            the bytes are of a TCP connection
//	Protocols         of the caller's own
//	Layouts           describe what no protocol recognises
type Options = wire.Options

// Link is what precedes the IP header in a frame.
type Link = wire.Link

// Direction tells requests and replies apart.
type Direction = wire.Direction

// Message is a decoded datagram.
//
//	Info, Protocol, Confidence, Rival  what it is, and what else it can be
//	Data, Payload, PayloadBytes        its bytes, and those behind the headers
//	Frame, Stream                      where it comes from
//	Fields, Problems                   what is in it
//	Colours, UTF8, Reply               how its texts are read; its place in a reply
//
// By the index of a field: Key, Name, Text, Plain, Note, Bytes and KeyInfo;
// AppendName, AppendPlain, AppendValue, AppendNote and AppendColours append the
// same to a buffer. Next, Parent, Child and Children walk the groups.
//
// Find, FieldAt, TextOf, With, Leaves and Pairs find fields; Number, Count, Rows
// and Entries return what they contain by role. Problems are written by Message,
// Advice and AppendSentence; Worst and Damage pick one, AddProblem and
// WithProblem add one. MatchKey, TopicKey, Echoes and Part relate a message to
// others, Content and Head identify what it contains, Clone keeps it.
type Message = wire.Message

// Field is one annotated byte range of a datagram.
//
//	Def, Keys                       its definition, and the keys that it can hold
//	Offset, Length, End             where it is
//	Lead, Trail                     delimiters around a text
//	Kind, KindName, BigEndian, Leaf its encoding
//	Value, Int                      its number
//	Depth, Flags                    its nesting and properties
type Field = wire.Field

// Problem is an anomaly of a datagram: Info says what, Offset, Length and End
// where; A and B are the numbers in its sentence, see Message.Message.
type Problem = wire.Problem

// Severity says how much a problem matters.
type Severity = wire.Severity

// Status is a server as one typed value.
//
//	Protocol, Name, Map, MapTitle, GameType, Game, GameTitle, Version
//	GamePort, QueryPort, Players, MaxPlayers, Bots, Password, Complete
//	Rules, Mutators, PlayerList, Teams
//
// GameText and PlayersText write it for people, Text and Number return what has a
// role, Merge and Replace add another status of the same server.
type Status = wire.Status

// Query describes a request to be built.
type Query = ask.Query

// Challenges checks answers to challenges across messages.
type Challenges = backslash.Challenges

// Unknown is what no protocol recognises; as an option, what is to be detected.
const Unknown = wire.UnknownProtocol

// The directions.
const (
	DirectionUnknown = wire.DirectionUnknown
	Request          = wire.Request
	Reply            = wire.Reply
)

// Links to choose instead of one in particular.
const (
	LinkAuto = wire.LinkAuto // detect it
	LinkNone = wire.LinkNone // a payload without headers
)

// The severities.
const (
	SeverityNote    = wire.SeverityNote
	SeverityWarning = wire.SeverityWarning
	SeverityError   = wire.SeverityError
)
