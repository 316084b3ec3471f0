//go:build !first

package hexdump

// fill adds the families, and what reads them, that the page's first program
// leaves out.
func (p *parser) fill(r *[familyRaw]reader, has func(chars string) bool) {
	r[familyYAML].read, r[familyLiteral].read, r[familyTable].read = p.readYAML, p.readLiteral, p.readTable
	r[familyRecords] = reader{has(":S"), 99, p.sniffRecords, p.readRecords}
	r[familyJSON] = reader{has("{"), 97, p.sniffJSON, p.readJSON}
	r[familyXML] = reader{has("<"), 97, p.sniffXML, p.readXML}
	r[familyIndexed] = reader{has("[=:-"), 96, p.sniffIndexed, p.readIndexed}
	r[familyFound] = reader{false, 15, p.sniffFound, p.readFound} // where no other can read it
}
