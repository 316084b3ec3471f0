//go:build js && wasm

// Analyzer is the program that reads captures in a page's Web Worker: package
// analyzer with everything that a capture needs. It is called as package call
// says, and calls functions of the worker's that read and write files and hand
// pieces of a capture to helpers (web/src/api/captureProgram.ts). A
// helper is a worker with this program too, of which it uses Piece alone.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"
	"unicode/utf16"

	"fragscope/analyzer/browse"
	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/decoder"
	"fragscope/decoder/numbers"
	"fragscope/decoder/structure/workbench"
	"fragscope/decoder/view"
	"fragscope/decoder/wire"
	"fragscope/wasm/inspector/call"
	"fragscope/wasm/inspector/datagrams"
)

var (
	current *browse.Capture
	helper  browse.Helper
	helping bool
)

func main() { select {} }

// told writes whether something worked; when not, why.
func told(err error) bool {
	w := call.Begin()
	w.Bool(err == nil)
	if err != nil {
		w.Text(err.Error())
	}
	return err == nil
}

var errNone = errors.New("no capture is open")

// What a compressed capture may unpack to, all of which the browser keeps: a
// hundred times its length, which no traffic comes near, and so much in any case.
const (
	unpackedTimes = 100
	unpackedMin   = 256 << 20
)

// open opens the capture of a name, size bytes long; after the name and a NUL are the layouts that describe what no
// protocol recognises. Helpers do not know them.
//
//go:wasmexport open
func open(n uint32, size float64) {
	if current != nil {
		current.Close()
		current = nil
	}
	o := browse.Options{Store: fileUnpacked, Unpacked: max(unpackedMin, unpackedTimes*int64(size))}
	name, text, _ := bytes.Cut(call.Taken(n), []byte{0})
	layouts, err := workbench.Parse(text)
	o.Analyzer.Layouts = layouts
	var c *browse.Capture
	if err == nil {
		c, err = browse.Open(string(name), fileCapture, int64(size), o)
	}
	if told(err) {
		current = c
		c.Read()
	}
}

// help says that there are n helpers from now on.
//
//go:wasmexport help
func help(n uint32) {
	if current != nil {
		current.Help(helpers{}, int(n))
	}
}

// take takes the answer of a helper, n bytes; none when it has none.
//
//go:wasmexport take
func take(id, n uint32) {
	if current == nil {
		return
	}
	var b []byte
	if n > 0 {
		b = call.Own(n)
	}
	current.Take(int(id), b)
}

// piece answers for a piece of a capture, as a helper; nothing when it cannot.
//
//go:wasmexport piece
func piece(n uint32) {
	if !helping {
		// A helper keeps nothing: its garbage may be many times what it holds.
		helping = true
		debug.SetGCPercent(800)
	}
	b, err := helper.Answer(call.Taken(n))
	if err != nil {
		b = nil // whoever gave it reads it then, and tells what is wrong
	}
	call.Give(b)
}

// step works on the task for about so many milliseconds. The answer is whether
// it is over, how far it is, whether it can only go on when a helper has
// answered, and why it failed, "" for not.
//
//go:wasmexport step
func step(ms uint32) {
	w := call.Begin()
	if current == nil {
		w.Bool(true)
		for range 6 {
			w.Int(0)
		}
		w.Text(errNone.Error())
		return
	}
	over := current.Step(time.Duration(ms) * time.Millisecond)
	p := current.Progress()
	w.Bool(over)
	w.U64(uint64(p.Bytes))
	w.Int(p.Packets)
	w.Int(p.All)
	w.Int(p.Exchanges)
	w.Bool(current.Waiting())
	if err := current.Err(); over && err != nil {
		w.Text(err.Error())
	} else {
		w.Text("")
	}
}

// stop stops the task.
//
//go:wasmexport stop
func stop() {
	if current != nil {
		current.Stop()
	}
}

// pick begins to filter. The answer is whether the expression is one, the
// sentence that says what is wrong with it, and the place in it, in characters
// from 0, -1 for none.
//
//go:wasmexport filter
func pick(n uint32) {
	w := call.Begin()
	err := errNone
	if current != nil {
		err = current.Filter(string(call.Taken(n)))
	}
	w.Bool(err == nil)
	if e, ok := errors.AsType[*filter.Error](err); ok {
		w.Text(e.Sentence())
		w.Int(e.Column - 1)
	} else if err != nil {
		w.Text(err.Error())
		w.Int(-1)
	}
}

// describe begins to read the packets again, which layouts describe from now on.
//
//go:wasmexport describe
func describe(n uint32) {
	layouts, err := workbench.Parse(call.Taken(n))
	if current == nil {
		err = errNone
	}
	if told(err) {
		current.Describe(layouts)
	}
}

// exported begins to export: the input is the kind and the table as JSON.
//
//go:wasmexport export
func exported(n uint32) {
	err := errNone
	if current != nil {
		var q struct{ Kind, Table string }
		if err = json.Unmarshal(call.Taken(n), &q); err == nil {
			err = current.Export(q.Kind, q.Table, fileExport)
		}
	}
	told(err)
}

// rows gives a part of the list of packets; the input is the query as JSON. The
// answer is how many packets are in the list, how many follow, then for each its place in the file, when it was (two
// words), whether that is known, its bytes on the wire, protocol, direction, worst severity and 1, and as texts
// where it came from, where it went, the protocol where it has no number, what it is and what it contains; then its
// exchange, as [browse.View.AnswerOf] has it.
//
//go:wasmexport rows
func rows(n uint32) {
	var q struct {
		browse.ListQuery
		Plain bool // without what takes reading the packets again
	}
	w := call.Begin()
	if current == nil || json.Unmarshal(call.Taken(n), &q) != nil {
		w.Int(0)
		w.Int(0)
		return
	}
	list := current.Shown().Packets(q.ListQuery)
	w.Int(list.Total)
	w.Int(len(list.Rows))
	for i := range list.Rows {
		r := &list.Rows[i]
		w.Int(r.Index)
		w.U64(uint64(r.Time))
		w.Bool(r.HasTime)
		w.Int(r.Length)
		w.Int(numbers.Protocol(r.Protocol))
		w.U32(uint32(r.Direction))
		w.Int(r.Worst + 1)
		for _, a := range [...]netip.AddrPort{r.Src, r.Dst} {
			w.Append(func(dst []byte) []byte { return appendAddr(dst, a) })
		}
		text := ""
		if numbers.Protocol(r.Protocol) == 0 {
			text = string(r.Protocol)
		}
		w.Text(text)
		w.Text(r.Title)
		a := browse.Answer{After: -1}
		text = ""
		if !q.Plain {
			text, a = info(r), current.Whole().AnswerOf(r.Index)
		}
		w.Text(text)
		w.U32(uint32(a.Kind))
		w.U32(uint32(a.Packet))
		w.U64(uint64(a.After))
	}
}

// info returns what a packet contains beside its title, "" for what is no UDP
// packet or cannot be read again.
func info(r *browse.Row) string {
	p, err := current.Packet(r.Index)
	if err != nil || !r.Src.IsValid() || r.Src.Port() == 0 {
		return ""
	}
	rowDecoder.Options = decoder.Options{Link: p.Link, Layouts: current.Layouts()}
	return view.Info(rowDecoder.Decode(p.Data), nil)
}

var rowDecoder decoder.Decoder

// appendAddr appends host:port; only the host for port 0, which a packet without
// ports has; nothing for none.
func appendAddr(dst []byte, a netip.AddrPort) []byte {
	switch {
	case !a.IsValid():
		return dst
	case a.Port() == 0:
		return a.Addr().AppendTo(dst)
	}
	return a.AppendTo(dst)
}

// mostTogether bounds the bytes of the other packets of an exchange: a page decodes them with each packet it shows.
const mostTogether = 256 << 10

// packet gives the packet at n of the file: whether there is one, when it was
// (two words), whether that is known, its bytes on the wire, the frame around
// it, its comments, and the bytes of the packets of its exchange, after where
// among them it is. When there is none, why.
//
//go:wasmexport packet
func packet(n uint32) {
	var list []browse.Packet
	at, err := 0, errNone
	if current != nil {
		list, at, err = current.Together(int(n), mostTogether)
	}
	w := call.Begin()
	w.Bool(err == nil)
	if err != nil {
		w.Text(err.Error())
		return
	}
	p := &list[at]
	w.U64(uint64(p.Time))
	w.Bool(p.HasTime)
	w.Int(p.Length)
	w.Text(p.Link.String())
	w.Int(len(p.Comments))
	for _, text := range p.Comments {
		lines := strings.Split(text, "\n")
		for i := range lines {
			lines[i] = export.Text(strings.TrimSuffix(lines[i], "\r"))
		}
		w.Text(strings.Join(lines, "\n"))
	}
	w.Int(at)
	w.Int(len(list))
	for i := range list {
		w.Packed(list[i].Data)
	}
}

// compared gives datagrams to compare: of the packets whose places are in the input as JSON, or with none of those
// that no protocol recognises. The answer is how many there are to choose from, and those that are compared.
//
//go:wasmexport datagrams
func compared(n uint32) {
	var places []int
	w := call.Begin()
	if current == nil || json.Unmarshal(call.Taken(n), &places) != nil {
		w.Int(0)
		w.Packed(nil)
		return
	}
	which, in, of := current.Shown().Datagrams(places, workbench.MaxDatagrams, workbench.MaxBytes)
	var b []byte
	for i := range in {
		b = datagrams.Append(b, which[i], &in[i])
	}
	w.Int(of)
	w.Packed(b)
}

// find gives where in the list that a query sorts, as JSON in the input, the
// packet at a place of the file is, -1 when the filter leaves it out.
//
//go:wasmexport find
func find(index, n uint32) int32 {
	var q browse.ListQuery
	if current == nil || json.Unmarshal(call.Taken(n), &q) != nil {
		return -1
	}
	return int32(current.Shown().FindSorted(int(index), q.Sort, q.Down))
}

// tell gives v as JSON.
func tell(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		b = []byte("null")
	}
	call.Give(b)
}

// about gives what ask says about what is shown of the capture, as JSON.
func about[T any](ask func(v *browse.View) T) {
	if current == nil {
		tell(nil)
		return
	}
	tell(ask(current.Shown()))
}

//go:wasmexport summary
func summary() { about(func(*browse.View) *browse.Summary { return current.Summary() }) }

//go:wasmexport report
func report() { about((*browse.View).PageReport) }

//go:wasmexport server
func server(n uint32) {
	about(func(v *browse.View) *export.DocServer { return v.Server(string(call.Taken(n))) })
}

// list gives a part of a list; the input is the query as JSON.
func list[Q, T any](n uint32, ask func(v *browse.View, q Q) T) {
	var q Q
	if json.Unmarshal(call.Taken(n), &q) != nil {
		tell(nil)
		return
	}
	about(func(v *browse.View) T { return ask(v, q) })
}

//go:wasmexport exchanges
func exchanges(n uint32) { list(n, (*browse.View).Exchanges) }

//go:wasmexport servers
func servers(n uint32) { list(n, (*browse.View).Servers) }

//go:wasmexport conversations
func conversations(n uint32) { list(n, (*browse.View).Conversations) }

// suggest gives what a filter can continue with after the text before the cursor;
// the input is that and the filters that were used before, as JSON.
//
//go:wasmexport suggest
func suggest(n uint32) {
	var q struct {
		Before string
		Used   []string
	}
	var s struct {
		Replace int                 `json:"replace"` // characters of the text, as JavaScript counts them
		List    []filter.Suggestion `json:"list"`
	}
	if json.Unmarshal(call.Taken(n), &q) == nil {
		var layouts *wire.Layouts
		if current != nil {
			layouts = current.Layouts()
		}
		replace, list := filter.Suggest(q.Before, filter.Packets|filter.Exchanges, q.Used, layouts)
		s.Replace = len(utf16.Encode([]rune(q.Before[len(q.Before)-replace:])))
		s.List = append([]filter.Suggestion{}, list...)
	}
	tell(s)
}

// protocols gives the names of the protocols, each at the place of its number.
//
//go:wasmexport protocols
func protocols() { tell(numbers.ProtocolNames()) }
