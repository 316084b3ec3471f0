package decoder

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/wire"
)

// The packages below define what protocols are written with. It has the same
// names here, so that a program that decodes imports one package.

// Protocol names a protocol.
type Protocol = wire.ProtocolID

// What decoding takes and gives.
type (
	Options     = wire.Options
	Link        = wire.Link
	Direction   = wire.Direction
	Describer   = wire.Describer
	Confidence  = wire.Confidence
	Message     = wire.Message
	MessageInfo = wire.MessageInfo
	Field       = wire.Field
	FieldDef    = wire.FieldDef
	Kind        = wire.Kind
	Role        = wire.Role
	Marks       = wire.Marks
	Symbols     = wire.Symbols
	Symbol      = wire.Symbol
	BitPart     = wire.BitPart
	KeyInfo     = wire.KeyInfo
	Problem     = wire.Problem
	ProblemInfo = wire.ProblemInfo
	Severity    = wire.Severity
	Frame       = wire.Frame
	Addr        = wire.Addr
	Port        = wire.Port
)

// What messages say about a server, and how they relate.
type (
	Status                       = wire.Status
	Opt[T int64 | string | bool] = wire.Opt[T]
	Rule                         = wire.Rule
	Player                       = wire.Player
	Team                         = wire.Team
	Part                         = wire.Part
	Completeness                 = wire.Completeness
	Topic                        = wire.Topic
)

// Some returns a value that is there.
func Some[T int64 | string | bool](v T) Opt[T] { return wire.Some(v) }

// What is queried, and in which steps.
type (
	Ask        = ask.Ask
	Parts      = ask.Parts
	Plan       = ask.Plan
	Query      = ask.Query
	QueryError = ask.QueryError
	Setting    = ask.Setting
	Call       = ask.Call
	Place      = ask.Place
	Listed     = ask.Listed
)

// How replies are built.
type (
	Answer     = answer.Answer
	Game       = answer.Game
	ReplyError = answer.ReplyError
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
	Certain          = wire.Certain
)

// The links that a frame can come from, and what is in its headers.
const (
	LinkAuto     = wire.LinkAuto
	LinkNone     = wire.LinkNone
	LinkEthernet = wire.LinkEthernet
	LinkSLL      = wire.LinkSLL
	LinkSLL2     = wire.LinkSLL2
	LinkLoopback = wire.LinkLoopback
	LinkRawIP    = wire.LinkRawIP
	ProtoICMP    = wire.ProtoICMP
	ProtoTCP     = wire.ProtoTCP
	ProtoUDP     = wire.ProtoUDP
	ProtoICMPv6  = wire.ProtoICMPv6
	TCPFin       = wire.TCPFin
	TCPSyn       = wire.TCPSyn
	TCPRst       = wire.TCPRst
	TCPPsh       = wire.TCPPsh
	TCPAck       = wire.TCPAck
	TCPUrg       = wire.TCPUrg
)

// The kinds of fields.
const (
	KindGroup   = wire.KindGroup
	KindU8      = wire.KindU8
	KindU16LE   = wire.KindU16LE
	KindU16BE   = wire.KindU16BE
	KindU24BE   = wire.KindU24BE
	KindU32LE   = wire.KindU32LE
	KindU32BE   = wire.KindU32BE
	KindU64LE   = wire.KindU64LE
	KindU64BE   = wire.KindU64BE
	KindI32LE   = wire.KindI32LE
	KindI32BE   = wire.KindI32BE
	KindI64BE   = wire.KindI64BE
	KindF32LE   = wire.KindF32LE
	KindF32BE   = wire.KindF32BE
	KindF64BE   = wire.KindF64BE
	KindCompact = wire.KindCompact
	KindVarInt  = wire.KindVarInt
	KindText    = wire.KindText
	KindUCS2    = wire.KindUCS2
	KindDecimal = wire.KindDecimal
	KindIPv4    = wire.KindIPv4
	KindIPv6    = wire.KindIPv6
	KindMAC     = wire.KindMAC
	KindBytes   = wire.KindBytes
	KindConst   = wire.KindConst
	KindPadding = wire.KindPadding
	KindUnknown = wire.KindUnknown
)

// What fields say about a server.
const (
	RoleNone        = wire.RoleNone
	RoleServerName  = wire.RoleServerName
	RoleMap         = wire.RoleMap
	RoleMapTitle    = wire.RoleMapTitle
	RoleGameType    = wire.RoleGameType
	RoleGame        = wire.RoleGame
	RoleGamePort    = wire.RoleGamePort
	RoleQueryPort   = wire.RoleQueryPort
	RolePlayers     = wire.RolePlayers
	RoleMaxPlayers  = wire.RoleMaxPlayers
	RolePassword    = wire.RolePassword
	RoleVersion     = wire.RoleVersion
	RoleMutator     = wire.RoleMutator
	RoleMutators    = wire.RoleMutators
	RoleRule        = wire.RoleRule
	RoleKey         = wire.RoleKey
	RoleValue       = wire.RoleValue
	RolePlayer      = wire.RolePlayer
	RolePlayerID    = wire.RolePlayerID
	RolePlayerName  = wire.RolePlayerName
	RolePlayerScore = wire.RolePlayerScore
	RolePlayerPing  = wire.RolePlayerPing
	RolePlayerTeam  = wire.RolePlayerTeam
	RolePlayerStats = wire.RolePlayerStats
	RolePlayerExtra = wire.RolePlayerExtra
	RoleTeam        = wire.RoleTeam
	RoleTeamID      = wire.RoleTeamID
	RoleTeamName    = wire.RoleTeamName
	RoleTeamScore   = wire.RoleTeamScore
	RoleTeamSize    = wire.RoleTeamSize
	RoleTeamExtra   = wire.RoleTeamExtra
	RoleServerEntry = wire.RoleServerEntry
	RoleServerHost  = wire.RoleServerHost
	RoleLength      = wire.RoleLength
	RoleChecksum    = wire.RoleChecksum
	RoleSection     = wire.RoleSection
	RoleFragment    = wire.RoleFragment
	RoleArray       = wire.RoleArray
	RoleBots        = wire.RoleBots
	RoleGameTitle   = wire.RoleGameTitle
)

// What is special about a field.
const (
	MarkLength     = wire.MarkLength
	MarkAmbiguous  = wire.MarkAmbiguous
	MarkRaw        = wire.MarkRaw
	MarkSpecial    = wire.MarkSpecial
	MarkUTF8       = wire.MarkUTF8
	MarkCut        = wire.MarkCut
	MarkOpen       = wire.MarkOpen
	MarkSuperseded = wire.MarkSuperseded
)

// How much a problem matters.
const (
	SeverityNote    = wire.SeverityNote
	SeverityWarning = wire.SeverityWarning
	SeverityError   = wire.SeverityError
)

// Whether all parts of a reply are there.
const (
	CompletenessUnknown = wire.CompletenessUnknown
	Incomplete          = wire.Incomplete
	Complete            = wire.Complete
)

// What a server can be queried for.
const (
	PartInfo    = ask.PartInfo
	PartRules   = ask.PartRules
	PartPlayers = ask.PartPlayers
	PartTeams   = ask.PartTeams
)
