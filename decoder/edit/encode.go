package edit

import (
	"strconv"

	"fragscope/decoder/wire"
)

// Encode rebuilds the datagram of m from the kinds and values of its fields:
// numbers from Field.Value, texts from their characters. Bytes without a value
// of their own (ids, constants, padding, unknown bytes) and fields with
// [wire.FlagRaw] are copied. For a Message that was not changed since it was
// decoded, the result is m.Data. A changed Value comes out as it is; nothing
// follows it, see [Edit] for that.
func Encode(m *wire.Message) []byte {
	dst := make([]byte, 0, len(m.Data))
	for i := range m.Fields {
		if m.Fields[i].Leaf() {
			dst = AppendLeaf(m, dst, i)
		}
	}
	return dst
}

// AppendLeaf appends the bytes of field i, rebuilt from its value.
func AppendLeaf(m *wire.Message, dst []byte, i int) []byte {
	f := &m.Fields[i]
	raw := m.Bytes(i)
	switch k := f.Kind; {
	case f.Flags&wire.FlagRaw != 0:
		return append(dst, raw...)
	case k == wire.KindCompact:
		return wire.AppendCompact(dst, f.Int())
	case k == wire.KindDecimal:
		dst = append(dst, raw[:f.Lead]...)
		dst = strconv.AppendInt(dst, f.Int(), 10)
		return append(dst, raw[len(raw)-int(f.Trail):]...)
	case k == wire.KindText || k == wire.KindUCS2:
		var stack [512]byte
		text := wire.AppendText(stack[:0], m.Data, f)
		dst = append(dst, raw[:f.Lead]...)
		n := len(dst)
		dst, _ = wire.AppendLetters(dst, text, k, f.Flags&wire.FlagUTF8 != 0)
		if f.BigEndian() {
			dst = wire.Swapped(dst[:n], dst[n:])
		}
		return append(dst, raw[len(raw)-int(f.Trail):]...)
	case k.Number() || k.Float() || k == wire.KindIPv4:
		return wire.AppendNumber(dst, k, f.Value)
	}
	return append(dst, raw...)
}
