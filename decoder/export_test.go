package decoder

// What the tests, which stand outside like every caller, see of the inside.

var Rows = rows[:]

// ReadCarefully makes d read nothing in a quick way.
func (d *Decoder) ReadCarefully() { d.r.Ends.Careful = true }
