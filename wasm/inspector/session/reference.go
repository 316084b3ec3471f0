package session

import (
	"fragscope/decoder"
	"fragscope/decoder/explain"
	"fragscope/decoder/paste"
	"fragscope/decoder/wire"
	"fragscope/wasm/inspector/pack"
	"slices"
)

// protocols has each protocol at the place of its number.
var protocols = append([]decoder.Protocol{decoder.Unknown}, decoder.Protocols()...)

func protocolNumber(p decoder.Protocol) int { return max(0, slices.Index(protocols, p)) }

// ProtocolAt returns the protocol with a number.
func ProtocolAt(n uint32) decoder.Protocol {
	if n < uint32(len(protocols)) {
		return protocols[n]
	}
	return decoder.Unknown
}

// Names writes the names that answers say by their numbers: those of formats
// and protocols with their numbers, then those of kinds of rows and links, each at
// the place of its number.
func Names(w *pack.Writer) {
	formats := paste.Formats()
	w.Int(len(formats))
	for _, f := range formats {
		w.U32(uint32(f))
		w.Text(f.String())
	}
	w.Int(len(protocols))
	for i, p := range protocols {
		w.Int(i)
		w.Text(p.String())
	}
	w.Int(int(wire.KindCount) + len(moreKinds))
	for k := range wire.KindCount {
		w.Text(k.String())
	}
	for _, name := range moreKinds {
		w.Text(name)
	}
	names(w, func(i int) string { return decoder.Link(i).String() })
}

// Reference writes what else does not depend on any datagram: the formats of
// pastes, and the protocols with their requests and messages.
func Reference(w *pack.Writer) {
	formats := paste.Formats()
	w.Int(len(formats))
	for _, f := range formats {
		w.Bool(f.Writable())
		w.Text(f.String())
		w.Text(f.Describe())
	}
	w.Int(len(protocols))
	for _, p := range protocols {
		w.Text(p.String())
		w.Text(decoder.Descriptor(p).Title)
		w.Text(decoder.Descriptor(p).Doc)
		requests := decoder.Descriptor(p).Requests()
		w.Int(len(requests))
		for _, r := range requests {
			w.Text(r)
		}
		messages(w, decoder.Descriptor(p).Docs.Messages)
	}
}

func messages(w *pack.Writer, list []*wire.MessageInfo) {
	w.Int(len(list))
	for _, m := range list {
		w.U32(uint32(m.Direction))
		w.Text(m.Name)
		w.Text(m.Doc)
	}
}

// names writes names until name says "invalid".
func names(w *pack.Writer, name func(i int) string) {
	n := 0
	for n < 256 && name(n) != "invalid" && (n == 0 || name(n) != "") {
		n++
	}
	w.Int(n)
	for i := range n {
		w.Text(name(i))
	}
}

// Explain writes what is known about a name; when nothing is, names that look
// like it.
func Explain(w *pack.Writer, name string) {
	found := explain.Explain(name)
	w.Int(len(found))
	for i := range found {
		explanation(w, &found[i])
	}
	var like []string
	if len(found) == 0 {
		like = explain.Suggest(name)
	}
	w.Int(len(like))
	for _, s := range like {
		w.Text(s)
	}
}

// explanation writes one explanation: what it is about, then three paragraphs,
// its source, and its values.
func explanation(w *pack.Writer, e *explain.Explanation) {
	var title, text, advice, story string
	var known *wire.Symbols
	var values []wire.KeyValue
	severity := 0
	switch {
	case e.Problem != nil:
		p := e.Problem
		severity = 1 + int(p.Severity)
		title, story = p.Code, p.Story
		text, advice = p.General()
	case e.Field != nil:
		title, text, story, known = e.Field.Name, e.Field.Doc, e.Field.Note, e.Field.Symbols
	case e.Rule != nil:
		title, text, known, values = e.Rule.Name, e.Rule.Doc, e.Rule.Symbols, e.Rule.Values
	default:
		title, text = decoder.Descriptor(e.Protocol).Title, decoder.Descriptor(e.Protocol).Doc
	}
	w.Int(protocolNumber(e.Protocol))
	w.Int(severity)
	for _, s := range [...]string{e.Kind(), e.Name, title, text, advice, story, e.Source()} {
		w.Text(s)
	}
	symbols(w, known)
	w.Int(len(values))
	for _, v := range values {
		w.Text(v.Text)
		w.Text(v.Name)
	}
}

// Explainable writes every name that can be explained, with its kind.
func Explainable(w *pack.Writer) {
	all := explain.Explanations()
	w.Int(len(all))
	for i := range all {
		w.Text(all[i].Kind())
		w.Text(all[i].Name)
	}
}

// Request writes the bytes of the request that q describes, or why it cannot
// be built.
func Request(w *pack.Writer, q *decoder.Query) {
	b, err := decoder.AppendRequest(nil, q)
	result(w, b, err)
}

// result writes the number of bytes and the bytes, four to a word, or the error
// in their place.
func result(w *pack.Writer, b []byte, err error) {
	w.Bool(err == nil)
	if err != nil {
		w.Text(err.Error())
		return
	}
	w.Packed(b)
}
