package report

import (
	"cmp"
	"maps"
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/numbers"
)

// SortProtocols puts protocols in their usual order, a program's own last.
func SortProtocols(list []decoder.Protocol) {
	// that of an unknown one is the greatest
	place := func(p decoder.Protocol) uint { return uint(numbers.Protocol(p)) - 1 }
	slices.SortFunc(list, func(a, b decoder.Protocol) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
	})
}

// ProtocolList returns the protocols of r in their usual order.
func (r *Report) ProtocolList() []decoder.Protocol {
	list := slices.Collect(maps.Keys(r.Protocols))
	SortProtocols(list)
	return list
}
