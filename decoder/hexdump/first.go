//go:build first

package hexdump

// The page's first program reads dumps, plain digits, Base64 and the texts of
// packets. Source code, tables and records are a quarter of this package, and few
// need them in the first second: source code and tables are recognised, so that
// nothing else claims them, and refused. The page reads again what this program
// refused, as soon as it has the whole one.

type foundRoom = struct{}

func (p *parser) fill(r *[familyRaw]reader, _ func(chars string) bool) {
	for i := range r {
		if r[i].read == nil {
			r[i].read = p.prose
		}
	}
}

func (p *parser) sniffFound() guess { return guess{} }

func (p *parser) readFound() *Error { return p.prose() }
