package decoder

import (
	"fragscope/decoder/wire"
)

// What a status contains, as people read it.

// readable returns the form in which people read the value of a rule, or of what
// else a game reports about a player, in protocol p: a duration as hours,
// minutes and seconds. It is "" for values that are read as they are.
func readable(p wire.ProtocolID, r *wire.Rule) string {
	if k := LookupKey(p, r.Key); k != nil && k.Unit != wire.UnitNone {
		return k.Unit.Reading(r.Value)
	}
	for i := range Descriptor(p).Docs.Sections {
		for _, l := range Descriptor(p).Docs.Sections[i].Layouts {
			for j := range l {
				if f := &l[j]; f.Unit != wire.UnitNone && f.Role == wire.RolePlayerExtra && f.Name == r.Key {
					return f.Unit.Reading(r.Value)
				}
			}
		}
	}
	return ""
}

// WithReading returns the value of r and, where there is one, its readable form.
func WithReading(p wire.ProtocolID, r *wire.Rule) string {
	if s := readable(p, r); s != "" {
		return r.Value + " (" + s + ")"
	}
	return r.Value
}
