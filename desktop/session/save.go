package session

import (
	"errors"
	"io"
	"net/netip"
	"time"

	"fragscope/decoder"
	"fragscope/desktop/state"
	"fragscope/desktop/store"
)

// A Recorder writes datagrams as a capture, such as pcapng.
type Recorder func(w io.Writer, list []state.Datagram) error

// Save writes the datagrams into the file at path, whole or not at all. The
// error says what to do about it.
func Save(path string, list []state.Datagram, record Recorder) error {
	if len(list) == 0 {
		return errors.New("there is nothing to save yet: ask a server, or open a reply, first")
	}
	plain := make([]state.Datagram, len(list))
	for i := range list {
		plain[i] = payload(list[i], i)
	}
	return store.Write(path, func(w io.Writer) error { return record(w, plain) })
}

// unknown are the addresses of datagrams that come without: those of a network
// for documentation (RFC 5737), and a port that says nothing.
var unknown = [2]netip.AddrPort{netip.MustParseAddrPort("192.0.2.1:9"), netip.MustParseAddrPort("192.0.2.2:9")}

// payload returns d without the frame around it, with addresses and a time:
// what a capture needs. i is its place.
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

// Write writes text into the file at path, whole or not at all.
func Write(path, text string) error {
	return store.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
