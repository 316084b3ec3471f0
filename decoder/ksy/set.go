package ksy

import "fragscope/decoder/wire"

// A Set is layouts of which each datagram is read with the one that it fits. It is
// given to a decoder as Options.Layouts.
type Set []*Layout

// Layouts returns s as a decoder takes it.
func (s Set) Layouts() *wire.Layouts {
	l := &wire.Layouts{Describe: s.describe}
	for _, one := range s {
		l.Protocols = append(l.Protocols, one.protocol)
	}
	return l
}

// describe reads what is left in r. With certain set it does so only if a layout fits
// that decides by constants or valid values; otherwise with the first that fits, or
// with the one that reads most before something is wrong; with one that decides only
// if its first bytes are right.
func (s Set) describe(r *wire.Reader, certain bool) *wire.MessageInfo {
	start := r.Checkpoint()
	utf8 := r.UTF8
	best, most := -1, -1
	for i, l := range s {
		if certain && !l.Decides() {
			continue
		}
		info := l.Read(r)
		good := wrong(r, start) - start.Pos
		if good == r.End-start.Pos && r.Left() == 0 {
			return info
		}
		if good > most && (good > 0 || !l.Decides()) {
			best, most = i, good
		}
		r.Reset(start)
		r.UTF8 = utf8
	}
	if certain || best < 0 {
		return nil
	}
	return s[best].Read(r)
}

// wrong returns where the first warning or error after start is, or else how far
// was read.
func wrong(r *wire.Reader, start wire.Checkpoint) int {
	at := r.Pos
	for i := start.Problems; i < len(r.Problems); i++ {
		if p := &r.Problems[i]; p.Info.Severity >= wire.SeverityWarning {
			at = min(at, int(p.Offset))
		}
	}
	return at
}
