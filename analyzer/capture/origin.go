package capture

import (
	"fmt"
	"net/netip"
	"strconv"
	"time"

	"fragscope/decoder"
)

// AppendOrigin appends to dst where p, decoded as m, comes from, as members of a
// JSON object, each with a comma after it: the number of p in its file, its time,
// addresses and direction.
func (p *Packet) AppendOrigin(dst []byte, m *decoder.Message) []byte {
	dst = fmt.Appendf(dst, `"packet":%d,"time":`, p.Number)
	if p.HasTime {
		dst = time.Unix(0, p.Time).UTC().AppendFormat(dst, `"2006-01-02T15:04:05.000000000Z",`)
	} else {
		dst = append(dst, "null,"...)
	}
	f := &m.Frame
	for _, end := range []struct {
		name string
		addr netip.Addr
		port uint16
	}{{"src", f.Src, f.SrcPort}, {"dst", f.Dst, f.DstPort}} {
		dst = fmt.Appendf(dst, `"%s":`, end.name)
		switch {
		case !end.addr.IsValid():
			dst = append(dst, "null,"...)
		case end.port == 0:
			dst = fmt.Appendf(dst, `"%s",`, end.addr)
		default:
			dst = fmt.Appendf(dst, `"%s",`, netip.AddrPortFrom(end.addr, end.port))
		}
	}
	direction := "null"
	if d := m.Info.Direction; d != decoder.DirectionUnknown {
		direction = strconv.Quote(d.String())
	}
	return fmt.Appendf(dst, `"direction":%s,`, direction)
}
