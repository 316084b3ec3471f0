package state

import (
	"errors"
	"fmt"
	"strconv"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/paste"
	"fragscope/decoder/wire"
)

// FieldText returns field i as [EditField] takes it back.
func FieldText(m *decoder.Message, i int) string {
	switch f := &m.Fields[i]; {
	case f.Kind == wire.KindBytes, f.Kind == wire.KindConst, onlyBytes(f):
		return fmt.Sprintf("% X", m.Bytes(i))
	case f.Kind.Number() && f.Kind.Signed():
		return strconv.FormatInt(f.Int(), 10)
	case f.Kind.Number():
		return strconv.FormatUint(f.Value, 10)
	}
	return m.Text(i)
}

// onlyBytes reports whether there is no other way to write a field than its bytes.
func onlyBytes(f *decoder.Field) bool {
	return f.Kind == wire.KindGroup || f.Kind == wire.KindPadding || f.Kind == wire.KindUnknown
}

// EditField returns the datagram that comes of changing field i of m; lengths, counts
// and checksums follow, unless it is changed as bytes.
func EditField(m *decoder.Message, i int, text string) ([]byte, error) {
	if !onlyBytes(&m.Fields[i]) {
		return edit.Edit(m, i, text)
	}
	p, err := paste.Parse([]byte(text), paste.Options{Format: paste.PlainHex})
	switch {
	case err != nil:
		return nil, err
	case len(p.Datagrams) != 1:
		return nil, errors.New("expected the bytes in hex digits")
	}
	return edit.EditRaw(m, i, p.Datagrams[0].Data)
}
