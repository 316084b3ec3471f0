package filter

import (
	"cmp"
	"net/netip"
	"path"
	"slices"
	"strings"
	"sync"

	"fragscope/decoder"
	"fragscope/decoder/explain"
	"fragscope/decoder/wire"
)

func (p *parser) word(t token) node {
	n := node{at: t.at, raw: t.text, label: t.text}
	switch t.text {
	case "udp", "tcp":
		return p.carried(t)
	case "src", "dst":
		if p.is("host", "net", "port") { // tcpdump's
			name := t.text
			if p.token.text == "port" {
				name += "port"
			}
			p.next()
			return p.named(n, byName()[name], "==")
		}
	}
	if p.is("(") && p.token.at == t.stop && operators[t.text] == "" {
		f := byName()[folded(t.text)+"("]
		if f == nil {
			p.unknown(t.at, t.text)
			return node{}
		}
		p.next()
		return p.called(t, f)
	}
	if slices.Contains([]string{"host", "net", "port"}, t.text) && p.token.kind == tokenWord &&
		operators[p.token.text] == "" {
		return p.called(t, byName()[t.text+"("]) // tcpdump's
	}
	if name := byName()[folded(t.text)]; name != nil && (!p.compared || name.kind == p.side) {
		return p.named(n, name, "")
	}
	if id := p.words.protocolOf(t.text); id != decoder.Unknown && !p.compared {
		return node{at: t.at, kind: kindCondition, holds: func(s *scope) bool { return s.Protocol == id }}
	}
	value := p.compared && p.name != nil && slices.Contains(p.words.values(p.name), t.text) // unknown is a key as well
	if key := p.words.key(t.text); key != nil && !value {
		return p.field(t, key)
	}
	if name, _, ok := strings.Cut(t.text, "-"); ok && !p.compared && byName()[folded(name)] != nil { // size-20
		t.stop = t.at + len(name)
		t.text = name
		p.token = t
		p.next()
		return p.word(t)
	}
	n.literal = true
	return n
}

// named returns the node of a name; with an operator, compared with what follows.
func (p *parser) named(n node, name *Name, operator string) node {
	if p.about&name.About == 0 {
		p.fail(n.at, name.Name+" is known of "+name.About.String()+" only", "this filters "+p.about.String())
		return node{}
	}
	p.common &= name.About
	n.kind, n.label, n.get, n.each, n.holds = name.kind, name.Name, name.get, name.each, name.holds
	if operator == "" {
		return n
	}
	at := p.token.at
	right := p.right(n)
	if p.err != nil {
		return node{}
	}
	return node{at: n.at, kind: kindCondition, holds: p.compare(n, operator, right, at)}
}

func (p *parser) carried(t token) node {
	if p.accept("port") {
		return p.named(node{at: t.at}, byName()[t.text+".port"], "==")
	}
	p.common &= Packets
	return node{at: t.at, kind: kindCondition, holds: func(s *scope) bool { return s.Transport == t.text }}
}

func protocolOf(word string) decoder.Protocol {
	for _, p := range decoder.Protocols() {
		if p.String() == word {
			return p
		}
	}
	return decoder.Unknown
}

// A key names the fields of one key, or of all keys that begin so.
type key struct {
	name      string // as fields have it
	group     bool
	length    bool   // the length before the text
	bit       string // of the fields with the key before it: the bit or part that is called so
	kind      kind
	symbols   *wire.Symbols
	doc       string
	protocols []decoder.Protocol // nil for any
}

var keys = sync.OnceValue(func() map[string]*key { return keysOf(explain.Explanations(), nil) })

// keysOf returns the keys of a list, of those that are in more as well what is known of them there.
func keysOf(list []explain.Explanation, more map[string]*key) map[string]*key {
	all := map[string]*key{}
	add := func(name string, e *explain.Explanation, k key) {
		known := all[folded(name)]
		if other := more[folded(name)]; known == nil && other != nil {
			c := *other
			c.protocols = slices.Clone(c.protocols)
			known = &c
		}
		if known == nil {
			k.name = name
			known = &k
		} else if known.kind != k.kind {
			known.kind = kindText
		}
		all[folded(name)] = known
		if e.Protocol == decoder.Unknown {
			known.protocols = []decoder.Protocol{}
		} else if known.protocols == nil || len(known.protocols) > 0 {
			known.protocols = append(known.protocols, e.Protocol)
		}
	}
	for i := range list {
		e := &list[i]
		if e.Field == nil {
			continue
		}
		f := e.Field
		k := key{group: f.Kind == wire.KindGroup, kind: kindOf(f.Kind), symbols: f.Symbols, doc: f.Name}
		if f.Symbols != nil && f.Symbols.Flags {
			k.symbols = nil
		}
		add(e.Name, e, k)
		for b := range f.Bits {
			k := key{bit: string(wire.AppendBitName(nil, b.Name, b.Mask)), kind: kindNumber, doc: f.Name + ": " + b.Name}
			if b.Single() {
				k.kind = kindCondition
			} else {
				k.symbols = b.Part.Symbols
			}
			add(e.Name+"."+k.bit, e, k)
		}
		if f.Kind == wire.KindText || f.Kind == wire.KindUCS2 {
			add(e.Name+".length", e, key{length: true, kind: kindNumber})
		}
		for at := strings.LastIndexByte(e.Name, '.'); at > 0; at = strings.LastIndexByte(e.Name[:at], '.') {
			if part := e.Name[:at]; part != string(e.Protocol) && protocolOf(part) == decoder.Unknown {
				add(part, e, key{group: true})
			}
		}
	}
	return all
}

// words are what layouts add to what every expression can use; nil for nothing.
type words struct {
	more      map[string][]string // values of names
	protocols []decoder.Protocol
	keys      map[string]*key
}

func wordsOf(layouts []*wire.Layouts) *words {
	w := &words{more: map[string][]string{}}
	var all []explain.Explanation
	for _, l := range layouts {
		if l == nil {
			continue
		}
		all = append(all, explain.Of(l)...)
		for _, p := range l.Protocols {
			w.protocols = append(w.protocols, p.ID)
			w.more["protocol"] = append(w.more["protocol"], p.ID.String())
			for _, m := range p.Docs.Messages {
				w.more["message"] = append(w.more["message"], m.Name)
			}
		}
	}
	if len(all) > 0 {
		w.keys = keysOf(all, keys())
	}
	return w
}

func (w *words) values(n *Name) []string { return append(n.Values(), w.more[n.Name]...) }

func (w *words) protocolOf(word string) decoder.Protocol {
	if slices.Contains(w.protocols, decoder.Protocol(word)) {
		return decoder.Protocol(word)
	}
	return protocolOf(word)
}

func (w *words) key(word string) *key { return cmp.Or(w.keys[folded(word)], keys()[folded(word)]) }

// keyNames returns the names of all keys, those of layouts first.
func (w *words) keyNames() []string {
	if len(w.keys) == 0 {
		return keyNames()
	}
	return append(namesOf(w.keys), slices.DeleteFunc(slices.Clone(keyNames()), func(name string) bool {
		return w.keys[folded(name)] != nil
	})...)
}

func kindOf(k wire.Kind) kind {
	switch {
	case k.Number() || k.Float():
		return kindNumber
	case k == wire.KindIPv4 || k == wire.KindIPv6:
		return kindAddress
	}
	return kindText
}

func (k *key) is(m *decoder.Message, i int) bool {
	f := &m.Fields[i]
	if f.Flags&wire.FlagLength != 0 {
		return k.length && f.Def.Key+".length" == k.name
	}
	if k.bit != "" {
		if f.Def.Key != k.name[:len(k.name)-len(k.bit)-1] || !f.Kind.Number() {
			return false
		}
		_, ok := f.Def.Bit(k.bit)
		return ok
	}
	return f.Def.Key == k.name || k.group && strings.HasPrefix(f.Def.Key, k.name) && f.Def.Key[len(k.name)] == '.'
}

func (k *key) number(m *decoder.Message, i int) int64 {
	f := &m.Fields[i]
	b, _ := f.Def.Bit(k.bit)
	return int64(b.Value(f.Value))
}

// in reports whether s may have fields of k: what another protocol sent need not be decoded.
func (k *key) in(s *scope) bool {
	return len(k.protocols) == 0 || s.server != nil || slices.Contains(k.protocols, s.Protocol)
}

// field parses the key of a field, with the key of a pair in brackets.
func (p *parser) field(t token, k *key) node {
	p.common &= replies
	p.costs(t.at, search)
	pair, paired := "", false
	if p.is("[") && p.token.at == t.stop {
		end := strings.IndexByte(p.source[t.stop:], ']')
		if end < 0 {
			p.fail(t.stop, "a bracket has no end", "write ] after the key of the pair")
			return node{}
		}
		pair, paired = strings.Trim(p.source[t.stop+1:t.stop+end], `"'`), true
		p.token.stop = t.stop + end + 1
		p.next()
	}
	n := node{at: t.at, kind: k.kind, label: k.name, symbols: k.symbols}
	if paired {
		n.kind = kindText
	}
	n.holds = func(s *scope) bool {
		return k.in(s) && s.anyField(func(m *decoder.Message, i int) bool {
			return k.is(m, i) && (!paired || m.Text(m.Child(i, wire.RoleKey)) == pair) && (n.kind != kindCondition ||
				k.number(m, i) != 0)
		})
	}
	if k.group && !paired {
		return n
	}
	n.each = func(s *scope, yield func(*value) bool) {
		if !k.in(s) {
			return
		}
		s.anyField(func(m *decoder.Message, i int) bool {
			if !k.is(m, i) {
				return false
			}
			if paired {
				if at := m.Child(i, wire.RoleKey); at < 0 || m.Text(at) != pair {
					return false
				}
				if i = m.Child(i, wire.RoleValue); i < 0 {
					return false
				}
			}
			if k.bit != "" {
				return !yield(&value{number: whole(k.number(m, i))})
			}
			return !n.valued(m, i, yield)
		})
	}
	return n
}

// valued yields a text as it is shown and, where that differs, as it is in the packet.
func (n *node) valued(m *decoder.Message, i int, yield func(*value) bool) bool {
	f := &m.Fields[i]
	v := value{text: m.Plain(i)}
	switch {
	case n.kind == kindNumber && f.Kind.Number():
		v.number = whole(f.Int())
		if !f.Kind.Signed() && f.Int() < 0 {
			v.number = broken(float64(f.Value))
		}
	case n.kind == kindNumber:
		var ok bool
		if v.number, ok = parseNumber(m.Text(i)); !ok {
			return true
		}
	case n.kind == kindAddress:
		at, ok := parsePlace(m.Text(i))
		if !ok {
			return true
		}
		v.address = netip.AddrPortFrom(at.net.Addr(), at.port)
	}
	if !yield(&v) {
		return false
	}
	if raw := m.Text(i); n.kind == kindText && raw != v.text {
		return yield(&value{text: raw})
	}
	return true
}

// unknown refuses a word that names nothing, and says what it may be.
func (p *parser) unknown(at int, word string) {
	if p.err != nil {
		return
	}
	var all []string
	for _, n := range Names(p.about) {
		name, _, _ := strings.Cut(n.Name, "(")
		all = append(all, name)
	}
	if f := byName()[folded(word)+"("]; f != nil {
		p.fail(at, quoted(word)+" asks for something in parentheses", "write it as "+f.Name)
		return
	}
	like := explain.Closest(slices.Concat(all, p.words.more["protocol"], protocolNames(), p.words.keyNames()),
		word)
	switch {
	case len(like) > 0:
		p.fail(at, "unknown name "+quoted(word), "did you mean "+oneOf(like)+"?")
	case strings.Contains(word, "-"):
		p.fail(at, "unknown name "+quoted(word), "to subtract, write spaces around -")
	default:
		p.fail(at, "unknown name "+quoted(word), "it can use "+strings.Join(all, ", ")+", and the keys of fields")
	}
}

var keyNames = sync.OnceValue(func() []string { return namesOf(keys()) })

func namesOf(keys map[string]*key) (list []string) {
	for _, k := range keys {
		list = append(list, k.name)
	}
	slices.Sort(list)
	return list
}

func oneOf(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

func glob(pattern, name string) bool {
	ok, _ := path.Match(pattern, name)
	return ok
}
