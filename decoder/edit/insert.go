package edit

import (
	"fragscope/decoder/wire"
)

// Insert puts field i of another message of the same kind, such as an optional
// one of a request, into m, after the field that precedes it there, and returns
// the bytes of the new datagram. Lengths and checksums follow.
func Insert(m, from *wire.Message, i int) ([]byte, error) {
	if i < 0 || i >= len(from.Fields) {
		return nil, &EditError{"field", "there is no such field in the message"}
	}
	e := Editor{M: m}
	before, at := -1, m.Payload
	for j := i - 1; j >= 0 && before < 0; j-- {
		if f := &from.Fields[j]; f.Kind != wire.KindGroup {
			if before = m.Find(f.Def.Key, 0); before >= 0 {
				at = m.Fields[before].End()
			}
		}
	}
	key := from.Fields[i].Def.Key
	e.replace(before, at, at, from.Bytes(i))
	b, err := e.apply()
	if err != nil {
		return nil, err
	}
	d := e.Decode(b)
	if j := d.Find(key, 0); d.Info != m.Info || j < 0 || d.Text(j) != from.Text(i) {
		return nil, &EditError{key, "the format cannot carry that here: it would be read as something else"}
	}
	return b, nil
}

// Remove takes an optional field out of m and returns the bytes of the new
// datagram, or says that without it the message is another.
func Remove(m *wire.Message, i int) ([]byte, error) {
	b, err := DeleteField(m, i)
	if err != nil {
		return nil, err
	}
	e := Editor{M: m}
	if d := e.Decode(b); d.Info != m.Info || d.Confidence < wire.Possible {
		return nil, e.fail(i, "without it the message would be read as something else")
	}
	return b, nil
}
