// Package filter says which packets count, by an expression:
//
//	protocol == "unreal2" and server in net("198.51.100.0/24")
//	message matches "player" and size > 400
//	problem("cut") or worst == "error"
//	time >= date("2026-01-31 20:00:00") and time < date("2026-01-31 21:00:00")
//	host("192.0.2.7") and port(7778)
//
// The words of other tools are understood too: udp.port == 7778, ip.addr ==
// 192.0.2.7, ip.src, frame.len, eq and ne as Wireshark has them, host 192.0.2.7,
// net 10.0.0.0/8, port 7778, udp port 7778, src host 192.0.2.7 and dst port 7778 as
// tcpdump does, and the name of a protocol alone, udp and tcp too.
//
// The language is that of github.com/expr-lang/expr: comparisons, and, or, not,
// in, matches, contains, startsWith, arithmetic. [Names] and [Functions] list
// what can be used; of the language's own functions there are abs, float, int,
// len, lower, trim and upper. An expression has to be a boolean; an [Error]
// says what is wrong with it and where.
//
// # Bounds
//
// An expression has at most [MaxSource] bytes and takes at most [MaxSteps]
// steps per packet, 40 searches of the whole packet for example; longer ones
// are not compiled. The steps are known beforehand, because there are no
// variables and no loops: any, filter, map, 1..1000000 and the like are
// refused. A search takes a time in proportion to the packet, so one evaluation
// does, whatever the expression; it ends early when the context of its
// [Matcher] does.
package filter

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"path"
	"slices"
	"strings"
	"time"

	"fragscope/analyzer"
	"fragscope/decoder"

	"github.com/expr-lang/expr/vm"
)

// packet is what an expression sees of a packet.
type packet struct {
	Protocol  string `expr:"protocol"`
	Transport string `expr:"transport"`
	Message   string `expr:"message"`
	Direction string `expr:"direction"`
	Src       string `expr:"src"`
	Dst       string `expr:"dst"`
	SrcPort   int    `expr:"srcport"`
	DstPort   int    `expr:"dstport"`
	Server    string `expr:"server"`
	Client    string `expr:"client"`
	Size      int    `expr:"size"`
	Number    int    `expr:"packet"`
	Time      int64  `expr:"time"`
	Worst     string `expr:"worst"`
	Problems  int    `expr:"problems"`

	ctx      context.Context
	decoded  *decoder.Message
	from, to netip.AddrPort
	scratch  []byte
	keys     map[wanted]bool // of the current call of field
	// the last digits requested, and their bytes.
	digits string
	needle []byte

	HasProblem func(string) (bool, error)            `expr:"problem"`
	Host       func(string) (bool, error)            `expr:"host"`
	Net        func(string) (bool, error)            `expr:"net"`
	Port       func(int) bool                        `expr:"port"`
	Text       func(string) (bool, error)            `expr:"text"`
	Bytes      func(string) (bool, error)            `expr:"bytes"`
	Field      func(key, value string) (bool, error) `expr:"field"`
	Date       func(string) (int64, error)           `expr:"date"`
}

// A Name is something that an expression can use.
type Name struct{ Name, Doc string }

// Names lists the variables of a packet, for help and completion.
var Names = []Name{
	{"protocol", `name of the protocol, such as "unreal2"`},
	{"transport", `"udp", "tcp", or "" for neither`},
	{"message", `name of the message, such as "player list reply"`},
	{"direction", `"request" or "reply"`},
	{"src", "address that the packet comes from"},
	{"dst", "address that the packet goes to"},
	{"srcport", "port that the packet comes from"},
	{"dstport", "port that the packet goes to"},
	{"server", "address of the server or master"},
	{"client", "address of the client"},
	{"size", "bytes on the wire"},
	{"packet", "number of the packet in its file, from 1"},
	{"time", "time in nanoseconds since 1970-01-01 UTC, to be compared with date(...)"},
	{"worst", `severity of the worst problem: "note", "warning", "error", or "" for none`},
	{"problems", "number of problems"},
}

// Functions lists the functions, for help and completion.
var Functions = []Name{
	{`problem("CODE")`, `there is a problem with this code; "*" matches any characters, "?" any single one`},
	{`host("ADDRESS")`, "the address is the packet's source or destination"},
	{`net("PREFIX")`, `source or destination is in a network such as "192.0.2.0/24"`},
	{`port(NUMBER)`, "the port is the packet's source or destination"},
	{`text("WORDS")`, "a text or value in the packet contains the words, whatever the case"},
	{`bytes("FE FD 09")`, "these bytes, in hexadecimal, are in the packet, consecutively"},
	{`field("KEY", "VALUE")`, `a field with this key has this value; in the key "*" matches any characters, as in field("*.map", "DM-Rankin")`},
	{`date("2026-01-31 20:00:00")`, "a time, in UTC unless it says otherwise (RFC 3339)"},
}

// A Filter is a compiled expression. It can be used by several goroutines.
type Filter struct {
	program *vm.Program
	source  string
}

// String returns the expression.
func (f *Filter) String() string { return f.source }

// Compile compiles an expression. Errors say what is wrong and where.
func Compile(source string) (*Filter, error) {
	if len(source) > MaxSource { // before anything is done with it
		_, err := compile(source, &packet{}, "")
		return nil, err
	}
	ours := translated(source)
	program, err := compile(ours.text.String(), &packet{}, `protocol == "unreal2"`, Names, Functions)
	if e, ok := errors.AsType[*Error](err); ok && e.Line == 1 && !strings.Contains(source, "\n") {
		e.Column = ours.column(e.Column)
	}
	if err != nil {
		return nil, err
	}
	f := &Filter{program, source}
	// Some mistakes, such as an invalid prefix, only show when it runs.
	if _, err := f.match(decoder.Decode(nil, decoder.Options{}), &analyzer.Packet{}, &packet{ctx: context.Background()}); err != nil {
		return nil, explained(err, nil)
	}
	return f, nil
}

// A Matcher applies a Filter. It is used by one goroutine at a time.
type Matcher struct {
	filter *Filter
	packet packet
}

// Matcher returns a Matcher of its own for a goroutine. When ctx is done, an
// running evaluation ends, and it is false.
func (f *Filter) Matcher(ctx context.Context) *Matcher {
	return &Matcher{filter: f, packet: packet{ctx: ctx}}
}

// Match reports whether the filter is true for a packet. What cannot be
// evaluated is false.
func (m *Matcher) Match(msg *decoder.Message, p *analyzer.Packet) bool {
	ok, err := m.filter.match(msg, p, &m.packet)
	return ok && err == nil
}

func (f *Filter) match(msg *decoder.Message, p *analyzer.Packet, e *packet) (bool, error) {
	e.fill(msg, p)
	return holds(f.program, e)
}

// holds reports whether an expression is true for what it sees.
func holds(program *vm.Program, env any) (bool, error) {
	v, err := vm.Run(program, env)
	ok, _ := v.(bool)
	return ok, err
}

// fill makes e show msg and p.
func (e *packet) fill(m *decoder.Message, p *analyzer.Packet) {
	e.decoded = m
	e.from, e.to = analyzer.Endpoints(m, p)
	e.Protocol, e.Message, e.Direction = m.Protocol().String(), m.Info.Name, m.Info.Direction.String()
	e.Transport = transport(m, p)
	e.Src, e.Dst = e.from.Addr().String(), e.to.Addr().String()
	e.SrcPort, e.DstPort = int(e.from.Port()), int(e.to.Port())
	e.Server, e.Client = e.Src, e.Dst
	if m.Info.Direction == decoder.Request {
		e.Server, e.Client = e.Dst, e.Src
	}
	e.Size, e.Number, e.Time = max(p.Length, len(p.Data)), int(p.Number), p.Time
	e.Worst, e.Problems = "", len(m.Problems)
	if w, ok := m.Worst(); ok {
		e.Worst = w.String()
	}
	if e.HasProblem == nil {
		e.HasProblem, e.Host, e.Net, e.Port, e.Text, e.Bytes, e.Field, e.Date = e.problem, e.host, e.net, e.port, e.contains, e.holds, e.field, date
	}
}

func transport(m *decoder.Message, p *analyzer.Packet) string {
	tcp, udp := m.Frame.IPProto == decoder.ProtoTCP, m.Frame.IPProto == decoder.ProtoUDP
	if p.Link == decoder.LinkNone {
		tcp, udp = p.Stream, !p.Stream
	}
	switch {
	case tcp:
		return "tcp"
	case udp:
		return "udp"
	}
	return ""
}

func (e *packet) problem(code string) (bool, error) {
	if len(code) > maxPattern {
		return false, fmt.Errorf("problem(%s): no code has more than %d characters", quoted(code), maxPattern)
	}
	var last *decoder.ProblemInfo
	for i := range e.decoded.Problems {
		if err := e.pause(i); err != nil {
			return false, err
		}
		info := e.decoded.Problems[i].Info
		if info == last { // a packet with many problems has the same again and again
			continue
		}
		last = info
		if ok, _ := path.Match(code, info.Code); ok {
			return true, nil
		}
	}
	return false, nil
}

// maxPattern bounds patterns that are compared with each field or problem.
const maxPattern = 200 // bytes

// pause returns an error when the search that has come to field i has to end.
func (e *packet) pause(i int) error {
	if i%256 != 0 {
		return nil
	}
	return e.ctx.Err()
}

func (e *packet) host(s string) (bool, error) { return hasHost(s, e.from, e.to) }

func (e *packet) net(s string) (bool, error) { return hasNet(s, e.from, e.to) }

// hasHost reports whether one of ends has the address s.
func hasHost(s string, ends ...netip.AddrPort) (bool, error) {
	a, err := netip.ParseAddr(s)
	if err != nil {
		return false, fmt.Errorf("host(%s): not an address such as 192.0.2.7 or 2001:db8::1", quoted(s))
	}
	return slices.ContainsFunc(ends, func(e netip.AddrPort) bool { return e.Addr() == a }), nil
}

// hasNet reports whether one of ends is in the network s.
func hasNet(s string, ends ...netip.AddrPort) (bool, error) {
	n, err := netip.ParsePrefix(s)
	if err != nil {
		return false, fmt.Errorf("net(%s): not a network such as 192.0.2.0/24", quoted(s))
	}
	return slices.ContainsFunc(ends, func(e netip.AddrPort) bool { return n.Contains(e.Addr()) }), nil
}

func (e *packet) port(n int) bool { return e.SrcPort == n || e.DstPort == n }

// contains searches text in the displayed values.
func (e *packet) contains(words string) (bool, error) {
	words = strings.ToLower(words)
	for i := range e.decoded.Fields {
		if err := e.pause(i); err != nil {
			return false, err
		}
		f := &e.decoded.Fields[i]
		if f.Kind == decoder.KindGroup || f.Marks&decoder.MarkLength != 0 {
			continue
		}
		e.scratch = e.decoded.AppendPlain(e.scratch[:0], i)
		if strings.Contains(strings.ToLower(string(e.scratch)), words) {
			return true, nil
		}
	}
	return false, nil
}

// holds searches bytes anywhere in the packet, headers included.
func (e *packet) holds(digits string) (bool, error) {
	if e.needle == nil || digits != e.digits {
		b, err := hex.DecodeString(separators.Replace(strings.ToLower(digits)))
		if err != nil || len(b) == 0 {
			return false, fmt.Errorf("bytes(%s): not pairs of hexadecimal digits such as FE FD 09", quoted(digits))
		}
		e.digits, e.needle = digits, b
	}
	return bytes.Contains(e.decoded.Data, e.needle), nil
}

// separators are what people write around the digits of a byte.
var separators = strings.NewReplacer("0x", "", "\\x", "", " ", "", "\t", "", ":", "", "-", "", ",", "")

// field searches a value, as it is in the packet or as displayed.
func (e *packet) field(key, value string) (bool, error) {
	if len(key) > maxPattern {
		return false, fmt.Errorf("field(%s): no key has more than %d characters", quoted(key), maxPattern)
	}
	if e.keys == nil {
		e.keys = map[wanted]bool{}
	}
	clear(e.keys)
	for i := range e.decoded.Fields {
		if err := e.pause(i); err != nil {
			return false, err
		}
		f := &e.decoded.Fields[i]
		if f.Kind == decoder.KindGroup || !e.named(key, f) {
			continue
		}
		if e.scratch = e.decoded.AppendPlain(e.scratch[:0], i); string(e.scratch) == value {
			return true, nil
		}
		if e.scratch = e.decoded.AppendValue(e.scratch[:0], i); string(e.scratch) == value {
			return true, nil
		}
	}
	return false, nil
}

// A wanted key is that of the fields of one definition, or of their lengths.
type wanted struct {
	def    *decoder.FieldDef
	length bool
}

// named reports whether f has the key that the search is for. Packets have many
// fields of few definitions, so the pattern is matched once for each of these.
func (e *packet) named(key string, f *decoder.Field) bool {
	w := wanted{f.Def, f.Marks&decoder.MarkLength != 0}
	yes, known := e.keys[w]
	if !known {
		name := f.Def.Key
		if w.length {
			name += ".length"
		}
		yes, _ = path.Match(key, name)
		e.keys[w] = yes
	}
	return yes
}

// dateForms are the ways to write a time, all in UTC unless a zone is given.
var dateForms = []string{time.RFC3339Nano, "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02"}

func date(s string) (int64, error) {
	t, err := ParseTime(s)
	if err != nil {
		return 0, fmt.Errorf("date(%s): %w", quoted(s), err)
	}
	return t, nil
}

// ParseTime reads a time as the function date takes it, and returns it in
// nanoseconds since 1970-01-01 UTC.
func ParseTime(s string) (int64, error) {
	for _, form := range dateForms {
		if t, err := time.Parse(form, s); err == nil {
			return t.UnixNano(), nil
		}
	}
	return 0, errors.New(`not a time such as "2026-01-31 20:00:00"`)
}
