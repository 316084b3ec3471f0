package decoder

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/wire"
)

// What a program that decodes names most often has a name here; the kinds and roles of
// fields, and how requests and replies are built, are in packages wire, ask and answer.

// Protocol names a protocol.
type Protocol = wire.ProtocolID

// What decoding takes and gives.
type (
	Options     = wire.Options
	Link        = wire.Link
	Direction   = wire.Direction
	Describer   = wire.Describer
	Message     = wire.Message
	MessageInfo = wire.MessageInfo
	Field       = wire.Field
	FieldDef    = wire.FieldDef
	FieldFlags  = wire.FieldFlags
	Symbols     = wire.Symbols
	Problem     = wire.Problem
	ProblemInfo = wire.ProblemInfo
	Severity    = wire.Severity
	Frame       = wire.Frame
	Addr        = wire.Addr
)

// What messages say about a server, and how they relate.
type (
	Status                       = wire.Status
	Opt[T int64 | string | bool] = wire.Opt[T]
	Rule                         = wire.Rule
	Player                       = wire.Player
	Team                         = wire.Team
	Part                         = wire.Part
	MatchKey                     = wire.MatchKey
)

// Some returns a value that is there.
func Some[T int64 | string | bool](v T) Opt[T] { return wire.Some(v) }

// What is queried, and in which steps.
type (
	Ask    = ask.Ask
	Plan   = ask.Plan
	Query  = ask.Query
	Place  = ask.Place
	Listed = ask.Listed
)

// How replies are built.
type (
	Answer = answer.Answer
	Game   = answer.Game
)

// Challenges checks answers to challenges across messages.
type Challenges = backslash.Challenges

// Unknown is what no protocol recognises; as an option, what is to be detected.
const Unknown = wire.UnknownProtocol

// Who sent a message, and how sure that is.
const (
	DirectionUnknown = wire.DirectionUnknown
	Request          = wire.Request
	Reply            = wire.Reply
	Unlikely         = wire.Unlikely
	Possible         = wire.Possible
	Likely           = wire.Likely
)

// The links that a frame can come from.
const (
	LinkAuto     = wire.LinkAuto
	LinkNone     = wire.LinkNone
	LinkEthernet = wire.LinkEthernet
	LinkSLL      = wire.LinkSLL
	LinkSLL2     = wire.LinkSLL2
	LinkLoopback = wire.LinkLoopback
	LinkRawIP    = wire.LinkRawIP
)

// How much a problem matters.
const (
	SeverityNote    = wire.SeverityNote
	SeverityWarning = wire.SeverityWarning
	SeverityError   = wire.SeverityError
)

// What a server can be queried for.
const (
	PartInfo    = ask.PartInfo
	PartRules   = ask.PartRules
	PartPlayers = ask.PartPlayers
)
