package structure

import "fragscope/decoder/wire"

// refine finds what follows from the layout as a whole.
func (m *maker) refine() {
	for k := range m.parts {
		p := &m.parts[k]
		if p.shape == fixed && p.size <= 4 && p.size != 3 {
			switch p.typ {
			case Count, Enum, Flags, Random:
				m.refer(k)
			}
		}
		if p.raw || p.shape == rest && !p.text && p.pack == "" || p.shape == prefixed && !p.text {
			m.content(k)
		}
		if p.text && p.typ == String && p.wide == NoOrder && !m.e.inner {
			m.veiled(k)
		}
		if p.text && p.typ == String && p.wide == NoOrder {
			if f := formOf(m.trimmed(k)); f != nil {
				p.typ, p.form = Text, f
			}
		}
		if p.shape == terminated {
			if f := formOf(m.trimmed(k)); f != nil {
				p.typ, p.form = Text, f
			}
		}
	}
}

// veiled tries whether a poor text becomes a better one under a short key.
func (m *maker) veiled(k int) {
	b := m.trimmed(k)
	n, plain := 0, 0.0
	for _, t := range b {
		n += len(t)
		plain += saves(t)
	}
	if n < 64 || plain > 2.2*float64(n) {
		return
	}
	if key, saved := xorKey(b); key != nil && saved > 1.3*plain {
		p := &m.parts[k]
		p.typ, p.key, p.text, p.evidence = Encrypted, key, false, saved-plain
	}
}

// trimmed returns the texts of part k without their terminators.
func (m *maker) trimmed(k int) [][]byte {
	b := m.bytes(k)
	for i := range b {
		t := b[i]
		if m.parts[k].shape == terminated && len(t) > 0 {
			t = t[:len(t)-1]
		}
		for len(t) > 0 && t[len(t)-1] == 0 {
			t = t[:len(t)-1]
		}
		b[i] = t
	}
	return b
}

// refer tries whether number k is the count, the length or the offset of a
// later part.
func (m *maker) refer(k int) {
	q := &m.parts[k]
	orders := []Order{q.order}
	if q.raw && q.size > 1 {
		orders = []Order{LittleEndian, BigEndian}
	}
	for _, o := range orders {
		var t tally
		for _, b := range m.bytes(k) {
			t.add(number(b, q.size, o))
		}
		if len(t.values) < 2 {
			return
		}
		null := t.entropy() + 8*float64(len(t.values))
		for j := k + 1; j < len(m.parts); j++ {
			p := &m.parts[j]
			for _, what := range [...]Type{Records, Length, Count} { // records, bytes, offset
				if what == Records && p.shape != records && p.shape != ended || what == Length && p.shape == fixed {
					continue
				}
				if what == Count && m.front[j] >= 0 {
					continue
				}
				add, ok := 0, true
				for i := range m.ps {
					s, fits := m.span(i, j)
					a, _ := m.span(i, k)
					if !fits {
						continue
					}
					v := int(number(m.ps[i].data[a.from:a.to], q.size, o))
					var is int
					switch what {
					case Records:
						is = p.count(m.ps[i].data, int(s.mid), int(s.to))
					case Length:
						is = int(s.to - s.mid)
					default:
						is = int(s.from)
					}
					if i == 0 {
						add = is - v
					} else if is-v != add {
						ok = false
						break
					}
				}
				if !ok || add < -64 || add > 64 || what == Records && add != 0 {
					continue
				}
				cost := 6 + uintCost(uint64(max(add, -add)))
				if null-cost < 10 {
					continue
				}
				q.raw, q.order, q.evidence = false, o, null-cost
				q.refers, q.refAdd = j, add
				switch what {
				case Records:
					q.typ = Count
				case Length:
					q.typ = Length
				default:
					q.typ, q.offset = Length, true
				}
				return
			}
		}
	}
}

// content looks into bytes that nothing explains.
func (m *maker) content(k int) {
	p := &m.parts[k]
	b := m.bytes(k)
	n := 0
	for _, x := range b {
		n += len(x)
	}
	if n < 12*len(b) || len(b) == 0 {
		return
	}
	if !m.e.inner {
		if key, saved := xorKey(b); key != nil {
			p.typ, p.key, p.evidence, p.raw = Encrypted, key, saved, false
			return
		}
	}
	if n/len(b) >= 16 && uniform(b) && (p.shape != fixed || p.size > 20) {
		p.typ, p.raw = Encrypted, false
		p.evidence = 10
	}
}

// inside analyses what is in part k.
func (m *maker) inside(k int) []Finding {
	p := &m.parts[k]
	if m.e.inner {
		return nil
	}
	var in []Datagram
	for _, b := range m.bytes(k) {
		if len(in) == sampleSize*2 {
			break
		}
		switch {
		case p.key != nil:
			b = unxor(b, p.key)
		case p.pack != "":
			if m.e.opts.Unpack == nil {
				return nil
			}
			u, err := m.e.opts.Unpack(p.pack, b, maxUnpacked)
			if err != nil {
				return nil
			}
			b = u
		}
		in = append(in, Datagram{Data: b})
	}
	return analyzeInner(in).Findings
}

// inRecords analyses the records of part k as packets of one kind.
func (m *maker) inRecords(k int) []Finding {
	p := &m.parts[k]
	if m.e.inner {
		return nil
	}
	var in []Datagram
	for i := range m.ps {
		s, ok := m.span(i, k)
		if !ok {
			continue
		}
		d := m.ps[i].data
		for pos := int(s.mid); pos < int(s.to) && len(in) < sampleSize*2; {
			end := pos + p.list.size
			if p.list.size == 0 {
				var r runner
				t := p.list
				t.until = false
				if end = r.read(&t, d, pos, 1, int(s.to)); end <= pos || p.list.until && d[pos] == 0 {
					break
				}
			}
			in = append(in, Datagram{Data: d[pos:min(end, int(s.to))]})
			pos = end
		}
	}
	inner := analyzeInner(in)
	if p.list.holds(inner.layout) {
		p.inner = &inner
	}
	return inner.Findings
}

// holds reports whether parts divide a record further: they end where its own parts do, so that they
// read every record that it reads.
func (t *template) holds(parts []part) bool {
	elems := t.elems[:t.n]
	if t.size > 0 {
		elems = []elem{{shape: fixed}}
	}
	k := 0
	for i := range elems {
		e := &elems[i]
		left := int(e.size)
		if t.size > 0 {
			left = t.size
		}
		if e.shape == fixed {
			for ; k < len(parts) && parts[k].shape == fixed && left > 0; k++ {
				left -= parts[k].size
			}
			if left != 0 {
				return false
			}
			continue
		}
		if k == len(parts) || t.until || e.blob {
			return false
		}
		p := &parts[k]
		if p.shape != e.shape || p.term != 0 || p.crlf || p.shape == prefixed && (p.size != int(e.size) ||
			p.order != e.order || p.unit != 1 || p.add != 0) {
			return false
		}
		k++
	}
	return k == len(parts)
}

// analyzeInner returns what datagrams of one kind, which are parts of others, are made of.
func analyzeInner(in []Datagram) (k Kind) {
	if len(in) < 2 {
		return k
	}
	e := &engine{in: in, inner: true}
	e.prepare()
	all := make([]int, 0, len(in))
	for i := range in {
		if len(in[i].Data) > 0 {
			all = append(all, i)
		}
	}
	if len(all) < 2 {
		return k
	}
	e.groups = []group{{packets: all, from: wire.DirectionUnknown}}
	e.groups[0].shape, _ = e.lay(all, false)
	return e.report().Kinds[0]
}
