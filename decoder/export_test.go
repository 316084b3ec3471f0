package decoder

// What the tests, which stand outside like every caller, see of the inside.

var Rows = rows[:]

// ReadCarefully makes d find no ends of texts ahead and recognise nothing at first sight.
func (d *Decoder) ReadCarefully() { d.r.Ends.Careful = true }
