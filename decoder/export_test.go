package decoder

// What the tests, which stand outside like every caller, see of the inside.

var Rows = protocols[:]

// ReadCarefully makes d find no ends of texts ahead and recognise nothing at first sight.
func (d *Decoder) ReadCarefully() { d.r.Ends.Careful = true }

// Recognises reports whether p, a payload, is recognised as a message.
func (d *Decoder) Recognises(p []byte) bool {
	if c := sight(&d.r.Ends, p, &d.opts); c.protocol != nil {
		return true
	}
	var found finds
	found.search(p, &d.opts)
	return found.n > 0
}
