package decoder

// What the tests, which stand outside like every caller, see of the inside.

var Rows = protocols[:]

// MaxLength is how much of a payload is decoded.
const MaxLength = maxLength

// Recognises reports whether p, a payload, is recognised as a message.
func (d *Decoder) Recognises(p []byte) bool {
	var found candidates
	found.search(p, &d.opts)
	return found.n > 0
}
