package send

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/paste"
	"fragscope/decoder/wire"
	"fragscope/desktop/state"
)

// A Draft is a request before it is sent. Its methods change what it is; nothing else does.
type Draft struct {
	Protocol decoder.Protocol // that was chosen
	Request  string           // name of the request that was chosen
	Bytes    []byte           // what will be sent
	Message  *decoder.Message // Bytes decoded, nil before anything was chosen
	Edited   bool             // Bytes are not those of the request chosen
}

// maxPayload is what a UDP datagram over IPv4 can carry.
const maxPayload = 65507

func Protocols() []decoder.Protocol {
	var list []decoder.Protocol
	for _, p := range decoder.Protocols() {
		if len(decoder.Descriptor(p).Requests()) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// Choose begins with a request of a protocol as a plain client sends it; "" is the one with the most complete answer.
func (d *Draft) Choose(p decoder.Protocol, request string) error {
	if request == "" {
		request = usual(p)
	}
	b, err := build(p, request)
	if err != nil {
		return err
	}
	*d = Draft{Protocol: p, Request: request}
	d.take(b)
	d.Edited = false
	return nil
}

// usual returns the name of the request with the most complete answer, or of the first one that there is.
func usual(p decoder.Protocol) string {
	names := decoder.Descriptor(p).Requests()
	if b, err := build(p, ""); err == nil {
		m := decoder.Decode(b, decoder.Options{Protocol: p, From: decoder.Request, Link: decoder.LinkNone})
		if slices.Contains(names, m.Info.Name) {
			return m.Info.Name
		}
	}
	if len(names) > 0 {
		return names[0]
	}
	return ""
}

// build builds a request. Some are nothing without a text or a port: they begin
// with one that can be changed afterwards.
func build(p decoder.Protocol, request string) ([]byte, error) {
	q := decoder.Query{Protocol: p, Message: request}
	b, err := decoder.AppendRequest(nil, &q)
	if err != nil {
		for _, s := range decoder.Settings(p) {
			if s.Example != "" {
				_ = s.Set(&q, s.Example)
			}
		}
		if again, second := decoder.AppendRequest(nil, &q); second == nil {
			return again, nil
		}
	}
	return b, err
}

func (d *Draft) take(b []byte) {
	d.Bytes = b
	d.Message = d.decoded(b)
	d.Edited = true
}

func (d *Draft) decoded(b []byte) *decoder.Message {
	return decoder.Decode(b, decoder.Options{Protocol: d.Protocol, From: decoder.Request, Link: decoder.LinkNone})
}

// Set makes any bytes the draft; a protocol found in them is chosen.
func (d *Draft) Set(b []byte) error {
	if len(b) == 0 {
		return errors.New("there are no bytes: expected hex digits, or any dump of a packet")
	}
	if len(b) > maxPayload {
		return fmt.Errorf("%d bytes do not fit a datagram, which holds at most %d", len(b), maxPayload)
	}
	m := decoder.Decode(b, decoder.Options{From: decoder.Request, Link: decoder.LinkNone})
	if p := m.Protocol(); p != decoder.Unknown {
		d.Protocol = p
	}
	d.take(b)
	d.Request = d.Message.Info.Name
	return nil
}

// SetText reads the bytes from a dump in any format.
func (d *Draft) SetText(text string) error {
	result, err := paste.Parse([]byte(text), paste.Options{})
	if err != nil {
		return err
	}
	if len(result.Datagrams) == 0 {
		return d.Set(nil)
	}
	return d.Set(result.Datagrams[0].Data)
}

// Hex returns the bytes as pairs of digits, 16 to a line.
func (d *Draft) Hex() string { return strings.TrimSuffix(state.Dump([][]byte{d.Bytes}), "\n") }

// An Input says how a field can be changed.
type Input uint8

const (
	InputNone   Input = iota // shown only: it follows others
	InputText                // a text or number
	InputChoice              // one of Row.Choices
	InputBoxes               // Row.Choices, each on or off
)

// A Choice is a value or bit that a field may have.
type Choice struct {
	Name  string
	Value uint64 // the value, or the mask of the bit
	On    bool
}

// A Row is a field of the draft as a form shows it.
type Row struct {
	Field    int // -1 for an optional field that is left out
	Name     string
	Value    string // as Change takes it
	Key      string
	Input    Input
	Choices  []Choice
	Optional bool // it may be left out
}

// Rows returns the fields of the draft in wire order, lengths left out: they follow their texts.
func (d *Draft) Rows() []Row {
	m := d.Message
	if m == nil {
		return nil
	}
	var rows []Row
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Flags&wire.FlagLength != 0 {
			continue
		}
		r := Row{Field: i, Name: m.Name(i), Key: m.Key(i)}
		if f.Kind != wire.KindGroup {
			r.Value = state.FieldText(m, i)
			r.Input, r.Choices = input(f)
		}
		rows = append(rows, r)
	}
	return d.withOptions(rows)
}

// input says how a form changes f: by boxes where its bits, or all of its bits at once, have names.
func input(f *decoder.Field) (Input, []Choice) {
	s := f.Def.Symbols
	switch yes, box := edit.Choices(f); {
	case box:
		y := s.Lookup(yes)
		return InputBoxes, []Choice{{Name: y.Name, Value: yes, On: f.Value == yes}}
	case f.Kind == wire.KindConst || f.Def.Role == wire.RoleLength:
		return InputNone, nil
	case s == nil || !f.Kind.Number() || s.Loose:
		return InputText, nil
	}
	var list []Choice
	known := false
	for _, y := range s.List {
		on := f.Value == y.Value || s.Flags && f.Value&y.Value == y.Value
		list = append(list, Choice{Name: y.Name, Value: y.Value, On: on})
		known = known || on
	}
	if s.Flags {
		return InputBoxes, list
	}
	if !known {
		list = append(list, Choice{Name: strconv.FormatUint(f.Value, 10), Value: f.Value, On: true})
	}
	return InputChoice, list
}

var errNothing = errors.New("choose a request first")

// Change gives a field another value; lengths follow.
func (d *Draft) Change(field int, value string) error {
	return d.apply(func() ([]byte, error) { return edit.Edit(d.Message, field, value) })
}

// Tick sets or clears bits of a field; bytes that they announce come or go.
func (d *Draft) Tick(field int, mask uint64, on bool) error {
	return d.apply(func() ([]byte, error) { return edit.Switch(d.Message, field, mask, on) })
}

func (d *Draft) Pick(field int, value uint64) error {
	return d.Change(field, strconv.FormatUint(value, 10))
}

func (d *Draft) apply(change func() ([]byte, error)) error {
	if d.Message == nil {
		return errNothing
	}
	b, err := change()
	if err != nil {
		return err
	}
	d.take(b)
	return nil
}
