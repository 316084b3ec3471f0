package session

import (
	"errors"
	"io"
	"net/netip"
	"slices"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/render"
	"fragscope/desktop/state"
	"fragscope/desktop/store"
)

// A Recorder writes datagrams as a capture, such as pcapng.
type Recorder func(w io.Writer, list []state.Datagram) error

type Options struct {
	Hide  bool         // take out addresses, see [state.Anonymizer]
	Write store.Writer // nil for store.Create, which replaces no file
}

func (o *Options) write(path string, fill func(w io.Writer) error) error {
	if o.Write == nil {
		return store.Create(path, fill)
	}
	return o.Write(path, fill)
}

func (o *Options) hidden(list []state.Datagram) []state.Datagram {
	if o.Hide {
		return state.NewAnonymizer().Datagrams(list)
	}
	return list
}

// Save writes the datagrams into the file at path as a capture, whole or not at
// all. The error says what to do about it.
func Save(path string, list []state.Datagram, record Recorder, o Options) error {
	if len(list) == 0 {
		return errors.New("there is nothing to save yet: query a server, or open a reply, first")
	}
	plain := o.hidden(list)
	if !o.Hide {
		plain = slices.Clone(list)
	}
	for i := range plain {
		plain[i] = payload(plain[i], i)
	}
	return o.write(path, func(w io.Writer) error { return record(w, plain) })
}

// unknown are the addresses of datagrams that come without: of a network for documentation (RFC 5737).
var unknown = [2]netip.AddrPort{netip.MustParseAddrPort("192.0.2.1:9"), netip.MustParseAddrPort("192.0.2.2:9")}

// payload returns d without the frame around it, with addresses and a time: what a capture needs.
func payload(d state.Datagram, i int) state.Datagram {
	m := d.Decode()
	if m.Frame.Link != decoder.LinkNone {
		d.Src, d.Dst = d.Endpoints(m)
		if m.Payload <= m.Frame.End && m.Frame.End <= len(m.Data) {
			d.Data, d.Link = m.Data[m.Payload:m.Frame.End], decoder.LinkNone
		}
	}
	if !d.Src.IsValid() || !d.Dst.IsValid() {
		d.Src, d.Dst = unknown[0], unknown[1]
		if m.Info.Direction == decoder.Reply {
			d.Src, d.Dst = d.Dst, d.Src
		}
	}
	if d.Time.IsZero() {
		d.Time = time.Unix(0, int64(i)*int64(time.Millisecond))
	}
	d.Sent = d.Sent || m.Info.Direction == decoder.Request
	return d
}

// Export writes the datagrams, decoded, into the file at path, whole or not at all.
func Export(path string, f render.Format, list []state.Datagram, o Options) error {
	return o.write(path, func(w io.Writer) error { return Print(w, f, list, o.Hide) })
}

// Print writes the datagrams, decoded, as the command fragscope decode does; hide takes out addresses.
func Print(w io.Writer, f render.Format, list []state.Datagram, hide bool) error {
	o := Options{Hide: hide}
	r := render.NewReport(state.NewList(o.hidden(list)).Messages())
	p := render.Printer{Format: f, Options: render.Options{Full: true}, Total: len(r.Datagrams)}
	// A datagram at a time: written out they are many times as long.
	b := p.Begin(nil)
	for _, m := range r.Datagrams {
		b = p.Datagram(b, m)
		if _, err := w.Write(b); err != nil {
			return err
		}
		b = b[:0]
	}
	_, err := w.Write(p.End(b, r.Statuses()...))
	return err
}
