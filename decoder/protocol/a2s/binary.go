package a2s

import (
	"math/bits"

	"fragscope/decoder/wire"
)

// Rules that are no texts: Arma 3 and DayZ cut a message of their own into the
// values of rules, whose keys are two bytes, the number of the chunk and how many
// there are. Bytes that a text cannot have are escaped.

var (
	chunk = [...]wire.FieldDef{
		{Key: "", Name: "Chunk", Kind: wire.KindGroup, Doc: "A rule whose value is a part of the message about mods."},
		{Key: "number", Name: "Chunk", Kind: wire.KindU8, Doc: "From 1."},
		{Key: "total", Name: "Chunks", Kind: wire.KindU8},
		{Key: "nul", Name: "NUL", Kind: wire.KindConst},
		{Key: "continued", Name: "Continued", Kind: wire.KindBytes,
			Doc: "The first bytes of the next field, which the end of a chunk divides."},
		{Key: "rest", Name: "Rest of the chunk", Kind: wire.KindUnknown,
			Doc: "Bytes after the message, or after something that could not be read."},
	}
	mods = [...]wire.FieldDef{
		{Key: "version", Name: "Version", Kind: wire.KindU8, Symbols: &modVersions,
			Doc: "Of the message: it decides which fields follow."},
		{Key: "overflow", Name: "Overflow", Kind: wire.KindU8, Doc: "Bits for what did not fit."},
		{Key: "dlc", Name: "DLC", Kind: wire.KindU16LE, Symbols: &armaDLC,
			Doc: "A bit for each DLC of Arma 3 that is loaded."},
		{Key: "difficulty", Name: "Difficulty", Kind: wire.KindU16LE, Parts: difficulty, Doc: "Arma 3."},
		{Key: "dlc_hash", Name: "DLC hash", Kind: wire.KindU32LE, Unit: wire.UnitHash, Doc: "One for each bit of the DLC."},
		{Key: "count", Name: "Mods", Kind: wire.KindU8},
		{Key: "hash", Name: "Mod hash", Kind: wire.KindU32LE, Unit: wire.UnitHash},
		{Key: "id_length", Name: "Length of the ID", Kind: wire.KindU8,
			Doc: "Bytes of the ID in the low four bits; bit 4 says that the mod is a DLC of others."},
		{Key: "id", Name: "Workshop ID", Kind: wire.KindU32LE,
			Doc: "The number in Steam's workshop, of as many bytes as its length counts."},
		{Key: "name_length", Name: "Length of the name", Kind: wire.KindU8},
		{Key: "name", Name: "Mod", Kind: wire.KindText, Doc: "A status lists it among the mutators."},
		{Key: "signatures", Name: "Signatures", Kind: wire.KindU8},
		{Key: "signature_length", Name: "Length of the signature", Kind: wire.KindU8},
		{Key: "signature", Name: "Signature", Kind: wire.KindText, Doc: "Name of a key that mods may be signed with."},
		{Key: "text_length", Name: "Length of the description", Kind: wire.KindU8},
		{Key: "text", Name: "Description", Kind: wire.KindText, Doc: "DayZ."},
		{Key: "dlc_dayz", Name: "DLC", Kind: wire.KindU16LE, Doc: "A bit for each DLC of DayZ that is loaded."},
	}
	armaDLC = wire.Symbols{Flags: true, Loose: true,
		Names: "Karts;Marksmen;Helicopters;Zeus;Apex;Jets;Laws of War;Malden;Tac-Ops;Tanks;Contact;Contact platform;Art of " +
			"War"}
	difficulty = []wire.BitPart{
		{Name: "difficulty", Mask: 7, Symbols: &armaDifficulties},
		{Name: "skill of bots", Mask: 7 << 3, Symbols: &armaSkills},
		{Name: "advanced flight model", Mask: 1 << 6}, {Name: "third person view", Mask: 1 << 7},
		{Name: "crosshair", Mask: 1 << 8},
	}
	armaSkills  = wire.Symbols{Names: "novice;normal;expert;custom"}
	modVersions = wire.Symbols{List: []wire.Symbol{{Value: 2, Name: "DayZ"}, {Value: 3, Name: "Arma 3"}}}

	problemChunk = wire.ProblemInfo{Code: "a2s-chunk-order", Severity: wire.SeverityWarning,
		Message: "Chunk {a} of {b} is not the one expected here.",
		Advice:  "The chunks are not in order, or one is missing: what follows is not read.", Source: "#binary-rules"}
	problemEscape = wire.ProblemInfo{Code: "a2s-escape", Severity: wire.SeverityWarning,
		Message: "A byte 01 is followed by {xa}, which is not an escape.",
		Advice:  "Only 01, 02 and 03 may follow it; the byte is kept unchanged.", Source: "#binary-rules"}
)

const (
	chunkGroup = iota
	chunkNumber
	chunkTotal
	chunkNUL
	chunkContinued
	chunkRest
)

const versionDayZ = 2

const (
	modVersion = iota
	modOverflow
	modDLC
	modDifficulty
	modDLCHash
	modCount
	modHash
	modIDLength
	modID
	modNameLength
	modName
	modSignatures
	modSignatureLength
	modSignature
	modTextLength
	modText
	modDLCDayZ
)

// A modReader reads the message about mods field by field while its chunks pass.
type modReader struct {
	next, total int    // number of the next chunk
	at          int    // place in mods of the field that is read
	need        int    // bytes of it, as the message counts them
	have        int    // of these read already, in chunks before
	value       uint64 // of what was read
	version     uint64
	left        int  // hashes, mods or signatures to come
	escaped     bool // the last chunk ended in an escape
	lost        bool
}

// begins reports whether the next rule is a chunk, by its first byte alone: no
// key of text begins with a control character.
func (m *modReader) begins(c byte) bool {
	if m.next == 0 {
		return c == 1
	}
	return (m.lost || m.next <= m.total) && (int(c) == m.next && !m.lost || c > 0 && c < ' ')
}

// chunk reads a rule that is a chunk.
func (m *modReader) chunk(r *wire.Reader, n int) {
	g := r.Begin(&chunk[chunkGroup], n)
	number := int(r.Field(&chunk[chunkNumber]))
	total := int(r.Field(&chunk[chunkTotal]))
	r.Constant(&chunk[chunkNUL], "\x00")
	if m.next == 0 {
		m.next, m.total, m.need = 1, total, 1
	}
	if !r.Stopped && !m.lost && (total != m.total || number != m.next || total == 0) {
		r.Problem(&problemChunk, int(r.Fields[g].Offset), 2, uint64(number), uint64(total))
		m.lost = true
	}
	m.next++
	m.fields(r)
	if r.More() {
		r.Constant(&chunk[chunkNUL], "\x00")
	} else if !r.Stopped {
		r.Cut(&chunk[chunkNUL], 1)
	}
	r.Done(g)
}

// fields reads what the value of a chunk has of the message.
func (m *modReader) fields(r *wire.Reader) {
	stop := r.Pos + until(r.Rest(), 0)
	whole := stop < r.End
	for r.Pos < stop && !r.Stopped {
		if m.lost || m.at > modText {
			r.Leaf(&chunk[chunkRest], wire.KindUnknown, stop-r.Pos, wire.FlagRaw)
			return
		}
		size, odd := m.take(r, stop)
		d := &mods[m.at]
		if m.at == modDLC && m.version == versionDayZ {
			d = &mods[modDLCDayZ]
		}
		switch {
		case m.have < m.need && whole: // it continues in the next chunk, unless the datagram is cut here
			r.Leaf(&chunk[chunkContinued], wire.KindBytes, size, wire.FlagRaw|wire.FlagAmbiguous)
			return
		case m.have < m.need:
			r.Cut(d, stop-r.Pos+1)
			return
		case d.Kind == wire.KindText:
			f := r.Add(d, wire.KindText, size, 0)
			if r.CheckText(f); odd {
				f.Flags |= wire.FlagRaw
			}
		default:
			kind := d.Kind
			if m.need > kind.Size() { // an ID of more than 32 bits
				kind = wire.KindU64LE
			}
			f := r.Add(d, kind, size, m.value)
			if odd || size != kind.Size() {
				f.Flags |= wire.FlagRaw
			}
			r.Check(d, m.value)
		}
		m.advance()
	}
}

// take takes the bytes of the field up to stop: how many they are here, and
// whether escapes are among them.
func (m *modReader) take(r *wire.Reader, stop int) (size int, odd bool) {
	for b := r.Data[r.Pos:stop]; size < len(b) && m.have < m.need; size++ {
		c := b[size]
		if c == escape && !m.escaped {
			m.escaped, odd = true, true
			continue
		}
		if m.escaped {
			real, ok := unescape(c)
			if !ok {
				r.Problem(&problemEscape, r.Pos+size, 1, uint64(c), 0)
			}
			c, m.escaped, odd = real, false, true
		}
		if m.have < 8 {
			m.value |= uint64(c) << (8 * m.have)
		}
		m.have++
	}
	return size, odd || m.have > size
}

const escape = 1

// unescape returns the byte that c after an escape stands for.
func unescape(c byte) (real byte, ok bool) {
	switch c {
	case 1:
		return 1, true
	case 2:
		return 0, true
	case 3:
		return 0xff, true
	}
	return c, false
}

// addMods adds the names of the mods to b.
func addMods(b *wire.StatusBuilder, m *wire.Message) {
	var begun []byte // of a field, in the chunk before
	for i := range m.Fields {
		switch f := &m.Fields[i]; f.Def {
		case &chunk[chunkContinued]:
			if !b.SkipExtras {
				begun = append(begun, m.Bytes(i)...)
			}
		case &chunk[chunkGroup], &chunk[chunkNumber], &chunk[chunkTotal], &chunk[chunkNUL]:
		case &mods[modName]:
			if b.SkipExtras { // without mutators
				b.Any = true
				continue
			}
			name := append(begun, m.Bytes(i)...)
			n := 0
			for j := 0; j < len(name); j++ {
				c := name[j]
				if c == escape && j+1 < len(name) {
					j++
					c, _ = unescape(name[j])
				}
				name[n] = c
				n++
			}
			text := wire.Message{Data: name[:n],
				Fields: []wire.Field{{Def: f.Def, Kind: wire.KindText, Length: uint32(n), Flags: wire.FlagSpecial}}}
			b.Set(wire.RoleMutator, text.Plain(0))
			begun = nil
		default:
			begun = nil
		}
	}
}

// advance goes on to the next field that has bytes.
func (m *modReader) advance() {
	for m.have, m.need = 0, 0; m.need == 0 && m.at <= modText; m.value = 0 {
		m.step()
		if m.at <= modText && m.need < 0 {
			m.need = mods[m.at].Kind.Size()
		}
	}
}

// end returns the place after the signatures.
func (m *modReader) end() int {
	if m.version == versionDayZ {
		return modTextLength
	}
	return modText + 1
}

// step chooses the field after the one that was read. Its size is -1 where its
// kind says it.
func (m *modReader) step() {
	v, n := int(m.value), m.at
	m.at, m.need = n+1, -1
	counted := func(each, after int) { // the next of those that are counted, or what follows them
		if m.left--; m.left >= 0 {
			m.at = each
			return
		}
		m.at = after
	}
	switch n {
	case modVersion:
		m.version = m.value
	case modDLC:
		m.left = bits.OnesCount16(uint16(v))
		if m.version < 3 {
			counted(modDLCHash, modCount)
		}
	case modDifficulty, modDLCHash:
		counted(modDLCHash, modCount)
	case modCount:
		m.left = v
		counted(modHash, modSignatures)
	case modIDLength:
		m.need = v & 15
	case modNameLength, modSignatureLength, modTextLength:
		m.need = v
	case modName:
		counted(modHash, modSignatures)
	case modSignatures:
		m.left = v
		counted(modSignatureLength, m.end())
	case modSignature:
		counted(modSignatureLength, m.end())
	}
}
