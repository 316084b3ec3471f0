package export

import (
	"io"
	"net/netip"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A rowsOf appends the rows that a packet has.
type rowsOf[T any] func(dst []T, file string, r *record.Record) []T

func appendPacket(dst []Packet, file string, r *record.Record) []Packet {
	p := Packet{
		File: file, Packet: r.Number, Time: Time(r.When()), TimeNS: Nanoseconds(r.When()), Message: r.Seems(),
		Length: int64(r.Wire), Problems: []string{},
		ExchangeID: exchangeOf(file, r),
	}
	p.SourceAddress, p.SourcePort = end(r.Src.AddrPort())
	p.DestinationAddress, p.DestinationPort = end(r.Dst.AddrPort())
	if p.Message == "" {
		p.Message = "fragment"
	}
	if r.Info != nil {
		protocol, direction := r.Info.Protocol().String(), r.Info.Direction.String()
		p.Protocol, p.Message, p.Direction = &protocol, r.Info.Name, &direction
	}
	if s := serverOf(r); s.IsValid() {
		id := address(s)
		p.ServerID = &id
		p.ServerAddress, p.ServerPort = end(s)
	}
	worst := decoder.SeverityNote
	for _, info := range r.Problems {
		p.Problems = append(p.Problems, info.Code)
		worst = max(worst, info.Severity)
	}
	if len(r.Problems) > 0 {
		name := worst.String()
		p.Worst = &name
	}
	return append(dst, p)
}

func fieldRows() rowsOf[Field] {
	var d decoder.Decoder
	return func(dst []Field, file string, r *record.Record) []Field {
		if r.Info == nil {
			return dst
		}
		d.Options = decoder.Options{Link: r.Link, SrcPort: r.Src.Port, DstPort: r.Dst.Port}
		m := d.Decode(r.Frame)
		row := Field{File: file, Packet: r.Number, TimeNS: Nanoseconds(r.When()), ExchangeID: exchangeOf(file, r)}
		if s := serverOf(r); s.IsValid() {
			id := address(s)
			row.ServerID = &id
		}
		for i := range m.Fields {
			f := &m.Fields[i]
			row.Key, row.Offset, row.Length, row.Kind, row.Value = Text(m.Key(i)), int64(f.Offset), int64(f.Length),
				f.KindName(), nil
			if f.Kind != wire.KindGroup {
				value := Text(m.Text(i))
				row.Value = &value
			}
			dst = append(dst, row)
		}
		return dst
	}
}

// exchangeOf names the exchange of a packet, nil for none.
func exchangeOf(file string, r *record.Record) *string {
	if r.Exchange == 0 {
		return nil
	}
	id := exchangeID(file, r.Exchange)
	return &id
}

// serverOf returns the server of a packet, an invalid address for none.
func serverOf(r *record.Record) netip.AddrPort {
	if r.Exchange == 0 {
		return netip.AddrPort{}
	}
	return r.Server().AddrPort()
}

func end(a netip.AddrPort) (*string, *int32) {
	if !a.IsValid() || a.Addr().IsUnspecified() && a.Port() == 0 {
		return nil, nil
	}
	text, port := address(a.Addr()), int32(a.Port())
	if port == 0 {
		return &text, nil
	}
	return &text, &port
}

func recordSink[T any](make func() rowsOf[T]) func(io.Writer, string) (*Sink, error) {
	return func(w io.Writer, format string) (*Sink, error) {
		out, err := NewRows[T](w, format)
		if err != nil {
			return nil, err
		}
		rows, some := make(), []T(nil)
		flush := func() error {
			err := out.Write(some...)
			some = some[:0]
			return err
		}
		return &Sink{
			Records: func(file string, r *record.Record) error {
				if some = rows(some, Text(file), r); len(some) < 256 {
					return nil
				}
				return flush()
			},
			Finish: func(*report.Report, string) error {
				if err := flush(); err != nil {
					return err
				}
				return out.Close()
			},
		}, nil
	}
}
