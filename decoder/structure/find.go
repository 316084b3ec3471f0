package structure

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// findings makes the findings in the order of the parts.
func (m *maker) findings() {
	variable := -1
	for k := range m.parts {
		p := &m.parts[k]
		from := len(m.out)
		m.find(k, variable)
		if p.bytes() < 0 && len(m.out) > from {
			variable = len(m.out) - 1
		}
	}
}

// add adds a finding about part k; skip is how far into the part it begins.
func (m *maker) add(k int, skip, length int, after int, f Finding) {
	first, ok := m.span(0, k)
	if !ok {
		return
	}
	f.After, f.Part, f.Length, f.Seen, f.Skip = -1, k, length, len(m.ps), max(skip, -skip)
	switch {
	case m.front[k] >= 0 && skip >= 0:
		f.Offset = m.front[k] + skip
	case m.back[k] >= 0 && m.parts[k].bytes() >= 0 && skip >= 0:
		f.Offset = -m.back[k] - m.parts[k].bytes() + skip
	default:
		f.Offset = int(first.from) + skip
		if skip < 0 {
			f.Offset = int(first.mid)
		}
		f.After = after
	}
	p := &m.parts[k]
	f.Chance = math.Pow(2, -min(max(p.evidence, 0), 1000))
	if p.hasRival && p.rival != f.Type {
		f.Excludes = append(f.Excludes, p.rival.String())
	}
	if f.Holds == 0 {
		for i := range m.ps {
			if _, fits := m.span(i, k); fits {
				f.Holds++
			}
		}
	}
	m.out = append(m.out, f)
}

func (m *maker) find(k, after int) {
	p := &m.parts[k]
	switch p.shape {
	case fixed:
		m.findFixed(k, after)
	case prefixed:
		f := Finding{Type: Length, Order: p.order, Of: "bytes"}
		if p.text {
			f.Of = "string"
		}
		f.Text = numberName(p.size, p.order) + ": length of what follows in " + unitName(p.unit)
		if p.add != 0 {
			f.Text += ", less " + strconv.Itoa(-p.add)
		}
		size := p.size
		m.add(k, 0, size, after, f)
		skip := p.size
		if p.size == 0 {
			skip = -1
		}
		m.findContent(k, skip, len(m.out)-1)
	case listed:
		f := Finding{Type: Count, Order: p.order, Of: "records"}
		f.Text = numberName(p.size, p.order) + ": count of the records that follow"
		m.add(k, 0, p.size, after, f)
		f = Finding{Type: Records, Of: m.recordName(p), Inner: m.inRecords(k)}
		f.Text = "records of " + f.Of
		m.add(k, p.size, 0, len(m.out)-1, f)
	case ended:
		f := Finding{Type: Records, Of: m.recordName(p), Inner: m.inRecords(k)}
		f.Text = "records of " + f.Of + " up to an empty text"
		m.add(k, 0, 0, after, f)
	case records:
		text := "records of " + m.recordName(p) + " up to the end"
		if p.tail > 0 {
			text += " but " + strconv.Itoa(p.tail) + " bytes"
		}
		m.add(k, 0, 0, after, Finding{Type: Records, Of: m.recordName(p), Text: text, Inner: m.inRecords(k)})
	case compact:
		f := Finding{Type: p.typ}
		m.describeFixed(k, &f, numberName(0, NoOrder))
		m.add(k, 0, 0, after, f)
	default:
		m.findContent(k, 0, after)
	}
}

// findContent adds a finding about bytes whose number varies.
func (m *maker) findContent(k, skip, after int) {
	p := &m.parts[k]
	f := Finding{Type: p.typ}
	length := 0
	if p.shape == fixed {
		length = p.size
	}
	switch {
	case p.text || p.shape == terminated:
		m.describeText(k, &f)
	case p.pack != "":
		f.Of, f.Text = p.pack, p.pack+" stream"
		f.Inner = m.inside(k)
	case p.key != nil:
		f.Of = "XOR " + hexText(p.key)
		f.Text = "XOR with " + hexText(p.key)
		f.Inner = m.inside(k)
	case p.typ == Encrypted:
		f.Text = "no byte is likelier than another: encrypted, compressed or random"
	default:
		f.Type = Random
		f.Text = "nothing explains these bytes"
		if name := m.knownSignature(k); name != "" {
			f.Type, f.Of, f.Text = Compressed, name, name+" signature"
		}
	}
	m.add(k, skip, length, after, f)
}

// knownSignature returns the format of compression of part k.
func (m *maker) knownSignature(k int) string {
	name := ""
	for _, b := range m.bytes(k) {
		f := packFormat(b)
		if f == "" || name != "" && name != f {
			return ""
		}
		name = f
	}
	return name
}

func (m *maker) describeText(k int, f *Finding) {
	p := &m.parts[k]
	f.Of = m.encoding(k)
	f.Text = "text"
	if p.form != nil {
		f.Type = Text
		switch {
		case p.form.pair == "":
			f.Text, f.Of = "items with "+quoted(p.form.item)+" between", quoted(p.form.item)
		default:
			f.Text = "keys and values with " + quoted(p.form.pair) + " between, and " + quoted(p.form.item) + " between pairs"
			f.Of = quoted(p.form.pair) + " " + quoted(p.form.item)
		}
	}
	f.Text += ", " + m.encoding(k)
	switch {
	case p.shape == terminated && p.crlf:
		f.Text += ", ends with CR LF"
	case p.shape == terminated && p.term == '\n':
		f.Text += ", ends with LF"
	case p.shape == terminated:
		f.Text += ", ends with NUL"
	case p.nul > 0:
		f.Text += ", with a closing NUL that the length counts"
	case p.shape == rest && p.tail == 0:
		f.Text += ", up to the end"
	case p.shape == rest:
		f.Text += ", up to the last " + strconv.Itoa(p.tail) + " bytes"
	case p.shape == fixed:
		f.Text += ", in " + strconv.Itoa(p.size) + " bytes"
	case p.shape == referred:
		f.Text += ", with its length at offset " + strconv.Itoa(p.from)
	}
}

func (m *maker) encoding(k int) string {
	switch m.parts[k].wide {
	case LittleEndian:
		return "UTF-16 little endian"
	case BigEndian:
		return "UTF-16 big endian"
	}
	high := false
	for _, b := range m.bytes(k) {
		for _, c := range b {
			high = high || c >= 0x80
		}
		if !utf8.Valid(b) {
			return "single bytes"
		}
	}
	if high {
		m.parts[k].utf8 = true
		return "UTF-8"
	}
	return "ASCII"
}

func (m *maker) findFixed(k, after int) {
	p := &m.parts[k]
	if p.text {
		m.findContent(k, 0, after)
		return
	}
	f := Finding{Type: p.typ, Order: p.order}
	name := numberName(p.size, p.order)
	switch {
	case p.refers > 0 && p.offset:
		f.Of = "offset"
		f.Text = name + ": offset of what begins " + m.place(p.refers) + plus(p.refAdd)
	case p.refers > 0 && p.typ == Count:
		f.Of = "records"
		f.Text = name + ": count of the records " + m.place(p.refers)
	case p.refers > 0:
		f.Of = "part"
		f.Text = name + ": length of the part " + m.place(p.refers) + plus(-p.refAdd)
	default:
		m.describeFixed(k, &f, name)
	}
	if f.Type == Random && p.raw {
		if !m.random(k) {
			return
		}
	}
	m.verify(k, &f)
	for _, r := range m.rep {
		if m.front[k] >= 0 && r.at >= m.front[k] && r.at+r.size <= m.front[k]+p.size && f.Type != Constant {
			f.Text += "; repeated by the packets that follow"
			break
		}
	}
	m.add(k, 0, p.size, after, f)
}

// random reports whether part k looks like an id: its values differ from packet to packet.
func (m *maker) random(k int) bool {
	b := m.bytes(k)
	if len(b) < 3 || m.parts[k].size < 2 && len(b) < 6 {
		return false
	}
	seen := map[string]bool{}
	for _, x := range b {
		seen[string(x)] = true
	}
	return 4*len(seen) >= 3*len(b)
}

func (m *maker) place(k int) string {
	switch {
	case m.front[k] >= 0:
		return "at offset " + strconv.Itoa(m.front[k])
	case m.back[k] >= 0 && m.parts[k].shape == fixed:
		return strconv.Itoa(m.back[k]+m.parts[k].size) + " bytes before the end"
	}
	s, _ := m.span(0, k)
	return "at offset " + strconv.Itoa(int(s.from)) + " of the first packet"
}
