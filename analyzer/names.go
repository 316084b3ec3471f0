package analyzer

import (
	"net/netip"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// Package record defines what goes in, and package report what is found. Both
// have the same names here, so that a program that analyzes imports one package.

// What goes in.
type (
	Packet  = record.Packet
	Options = record.Options
	Look    = record.Look
	Record  = record.Record
)

// DefaultMemory is the usual Options.Memory.
const DefaultMemory = record.DefaultMemory

// FromCapture returns p as an [Analyzer] takes it.
func FromCapture(p *capture.Packet) Packet { return record.FromCapture(p) }

// Endpoints returns where the datagram of m, decoded from p, came from and
// went to. They are invalid where the packet has none.
func Endpoints(m *decoder.Message, p *Packet) (src, dst netip.AddrPort) {
	return record.Endpoints(m, p)
}

// A report, and what is in it.
type (
	Report       = report.Report
	File         = report.File
	FileProblem  = report.FileProblem
	MessageKey   = report.MessageKey
	Count        = report.Count
	Counts       = report.Counts
	ProblemCount = report.ProblemCount
	PacketRef    = report.PacketRef
	Discovery    = report.Discovery
	Stream       = report.Stream
	Histogram    = report.Histogram
	Exchange     = report.Exchange
	Outcome      = report.Outcome
	Sum          = report.Sum
)

// A server over time.
type (
	Server                 = report.Server
	Person                 = report.Person
	Span                   = report.Span
	Timeline[T comparable] = report.Timeline[T]
	Run[T comparable]      = report.Run[T]
	Event                  = report.Event
)

// The outcomes, and how many they are.
const (
	Answered    = report.Answered
	Incomplete  = report.Incomplete
	Unanswered  = report.Unanswered
	Unsolicited = report.Unsolicited
	Announced   = report.Announced
	Outcomes    = report.Outcomes
)

// The kinds of event.
const (
	EventMap      = report.EventMap
	EventName     = report.EventName
	EventGameType = report.EventGameType
	EventVersion  = report.EventVersion
	EventJoin     = report.EventJoin
	EventLeave    = report.EventLeave
	EventScore    = report.EventScore
	EventRule     = report.EventRule
	EventPassword = report.EventPassword
	EventMax      = report.EventMax
)

// NewReport returns an empty report, to add others to.
func NewReport() *Report { return report.NewReport() }

// AppendReport appends r as bytes that [DecodeReport] reads.
func AppendReport(dst []byte, r *Report) []byte { return report.AppendReport(dst, r) }

// DecodeReport reads what [AppendReport] wrote.
func DecodeReport(b []byte) (*Report, error) { return report.DecodeReport(b) }

// NewSum begins an empty sum of reports. Of opts the limits count.
func NewSum(opts Options) *Sum {
	record.SetLimits(&opts)
	return report.NewSum(report.Limits{Servers: opts.MaxServers, Clients: opts.MaxClients, Memory: opts.Memory})
}
