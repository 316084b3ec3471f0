package ksy

import (
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder/wire"
)

// A Layout is a description that was read. It may be used by several goroutines
// at once.
type Layout struct {
	ID    string
	Title string
	root  *typeDef
	info  wire.MessageInfo
	utf8  bool
	fixed int // bytes that its constants and valid values decide
	types int
	roots []*typeDef // root, and those of the layouts that are imported

	protocol *wire.Protocol
}

// A typeDef is a type: the root, or one of types.
type typeDef struct {
	name      string
	outer     *typeDef
	params    []string
	attrs     []*attr
	values    map[string]*valueInstance
	types     map[string]*typeDef
	enums     map[string]*wire.Symbols
	enumNames map[string]map[string]int64
	big       int  // byte order: 1 big, -1 little, 0 not given
	low       bool // bits are read from the lowest
	encoding  string
	node      *node
	imports   map[string]*typeDef // of a root
	from      *node               // where it is imported
	fixed     fixedSize
	group     wire.FieldDef // of a part that is of this type, unless the part is named
}

type valueInstance struct {
	expr *expr
	cond *expr
}

type attrKind uint8

const (
	numberAttr attrKind = iota
	textAttr
	bytesAttr
	constAttr
	userAttr
	switchAttr
	bitsAttr
)

// An attr is an element of seq.
type attr struct {
	id        string
	node      *node
	kind      attrKind
	num       wire.Kind
	def       *wire.FieldDef
	padding   *wire.FieldDef
	contents  string
	size      *expr
	toEnd     bool
	term      int // -1 for none
	consume   bool
	include   bool
	mustEnd   bool // a missing terminator is an error
	pad       int  // -1 for none
	wide      bool
	latin     bool // a byte a character
	user      *typeDef
	args      []*expr // its parameters
	on        *expr
	cases     []caseOf
	otherwise *attr
	bits      []bitAttr
	low       bool // the first of bits is the lowest
	repeat    repeatKind
	times     *expr
	cond      *expr
	valid     []validity
}

type caseOf struct {
	value *expr
	as    *attr
}

type bitAttr struct {
	id    string
	width int
	names *wire.Symbols // nil for none
	valid []validity
}

type repeatKind uint8

const (
	once repeatKind = iota
	toEOS
	byExpr
	untilExpr
)

// Parse reads a description.
func Parse(text []byte) (*Layout, error) {
	doc, err := parseYAML(text)
	if err != nil {
		return nil, err
	}
	l, err := compile(doc, nil, nil)
	if err != nil {
		return nil, err
	}
	return l, nil
}

// compile makes a layout of a document; others has those that it may import, by their ids, and taken finds protocols
// whose names are no ids.
func compile(doc *node, others map[string]*node, taken func(id string) (wire.ProtocolID, bool)) (*Layout, *Error) {
	c := &compiler{l: &Layout{}, ids: map[string]bool{}, others: others, taken: taken}
	c.layout(doc)
	return c.l, c.err
}

// A compiler makes a Layout of its nodes.
type compiler struct {
	l      *Layout
	ids    map[string]bool // of fields and instances, in whatever type
	others map[string]*node
	taken  func(id string) (wire.ProtocolID, bool)
	err    *Error
}

func (c *compiler) fail(n *node, text string) {
	if c.err == nil {
		c.err = &Error{n.line, n.col, text}
	}
}

// maxTypes bounds the types of a description.
const maxTypes = 1000

func (c *compiler) layout(doc *node) {
	c.l.root = c.rootOf(doc, nil)
	for _, step := range [...]func(t *typeDef){c.compile, c.check} {
		for _, t := range c.l.roots {
			c.part(t.from, t.name, func() { step(t) })
		}
	}
	if c.err != nil {
		return
	}
	c.l.ID, c.l.Title = c.l.root.name, c.l.root.name
	if t := doc.get("meta").get("title"); t != nil && t.text != "" {
		c.l.Title = t.text
	}
	c.l.info = wire.MessageInfo{Name: c.l.Title, Described: true, Doc: scalarText(doc.get("doc"))}
	if c.l.info.Doc == "" {
		c.l.info.Doc = "Described by the layout " + c.l.ID + "."
	}
	c.l.protocol = wire.NewProtocol(wire.Protocol{ID: wire.ProtocolID(c.l.ID), Title: c.l.Title, Doc: c.l.info.Doc,
		Recognise: func([]byte, *wire.Options) (wire.Direction, wire.Confidence) {
			return wire.Reply, wire.Possible
		},
		Decode: func(r *wire.Reader, _ wire.Direction) { c.l.Read(r) }, Status: wire.NoStatus,
		Docs: &wire.Docs{Messages: []*wire.MessageInfo{&c.l.info}, Sections: []wire.Section{{Fields: c.l.fields()}}}})
}

// eachType yields the types of l and of the layouts that it imports.
func (l *Layout) eachType(yield func(*typeDef) bool) {
	var each func(t *typeDef) bool
	each = func(t *typeDef) bool {
		if !yield(t) {
			return false
		}
		for _, name := range typeNames(t) {
			if !each(t.types[name]) {
				return false
			}
		}
		return true
	}
	for _, t := range l.roots {
		if !each(t) {
			return
		}
	}
}

// fields returns the definitions of the fields that l reads.
func (l *Layout) fields() (list []*wire.FieldDef) {
	for t := range l.eachType {
		if t != l.root {
			list = append(list, &t.group)
		}
		for _, a := range t.attrs {
			if a.kind != switchAttr {
				list = append(list, a.def)
			}
			for _, x := range a.cases {
				list = append(list, x.as.def)
			}
			if a.otherwise != nil {
				list = append(list, a.otherwise.def)
			}
		}
	}
	return list
}

// keys reports keys of n that are none of these. Keys that begin with a minus are comments to other programs.
func (c *compiler) keys(n *node, known ...string) {
	if n.kind != mapNode {
		c.fail(n, "expected a map")
		return
	}
	for _, k := range n.keys {
		if !slices.Contains(known, k.text) && !strings.HasPrefix(k.text, "-") {
			c.fail(k, "“"+clip(k.text)+"” is not part of the subset here; expected "+strings.Join(known, ", "))
		}
	}
}

func isID(s string) bool {
	for i := range len(s) {
		if c := s[i]; !(c >= 'a' && c <= 'z' || c == '_' || c >= '0' && c <= '9' && i > 0) {
			return false
		}
	}
	return s != ""
}

func scalarText(n *node) string {
	if n == nil || n.kind != scalarNode {
		return ""
	}
	return n.text
}

// humanName makes a name for people of an id.
func humanName(id string) string {
	s := strings.ReplaceAll(id, "_", " ")
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		s = string(s[0]-32) + s[1:]
	}
	return s
}

// compile makes the attributes of t and of the types in it.
func (c *compiler) compile(t *typeDef) {
	if in := t.node.get("instances"); in != nil {
		c.instances(t, in)
	}
	if seq := t.node.get("seq"); seq != nil {
		if seq.kind != listNode {
			c.fail(seq, "expected a list of fields, each after “- ”")
			return
		}
		for _, n := range seq.items {
			if c.err != nil {
				return
			}
			c.attr(t, n)
		}
	}
	for _, k := range typeNames(t) {
		if c.err == nil {
			c.compile(t.types[k])
		}
	}
}

// check finds the names in expressions of t and of the types in it, when all types are made.
func (c *compiler) check(t *typeDef) {
	for _, a := range t.attrs {
		c.names(t, a)
	}
	for _, k := range valueNames(t) {
		c.known(t, t.values[k].expr)
		c.known(t, t.values[k].cond)
	}
	for _, k := range typeNames(t) {
		c.check(t.types[k])
	}
}

func typeNames(t *typeDef) []string {
	var names []string
	for k := range t.types {
		names = append(names, k)
	}
	slices.Sort(names)
	return names
}

func (c *compiler) instances(t *typeDef, n *node) {
	if n.kind != mapNode {
		c.fail(n, "expected a map of instances")
		return
	}
	for i, k := range n.keys {
		x := n.items[i]
		if x.kind != mapNode || x.get("value") == nil {
			c.fail(k, "the instance “"+clip(k.text)+
				"” has no value: instances that read elsewhere (pos, io) are not part of the subset")
			return
		}
		c.keys(x, "value", "if", "enum", "doc", "doc-ref")
		v := &valueInstance{expr: c.expr(x.get("value"))}
		if cond := x.get("if"); cond != nil {
			v.cond = c.expr(cond)
		}
		t.values[k.text] = v
	}
}

func (c *compiler) expr(n *node) *expr {
	e, err := parseExpr(n)
	if err != nil && c.err == nil {
		c.err = err
	}
	if e == nil {
		e = &expr{op: opInt, line: n.line, col: n.col}
	}
	return e
}

// attr adds the field of n to t.
func (c *compiler) attr(t *typeDef, n *node) {
	if n.kind != mapNode {
		c.fail(n, "expected a field with an id and a type, contents or size")
		return
	}
	if p := n.get("process"); p != nil {
		c.fail(p, "process is not part of the subset")
		return
	}
	c.keys(n, attrKeys...)
	a := &attr{id: scalarText(n.get("id")), node: n, term: -1, consume: true, mustEnd: true, pad: -1}
	if a.id == "" {
		a.id = "unnamed" + strconv.Itoa(len(t.attrs))
	} else if !isID(a.id) {
		c.fail(n.get("id"), "“"+clip(a.id)+"” is no id: lower-case letters, digits and underscores")
	}
	for _, b := range t.attrs {
		if b.id == a.id {
			c.fail(n, "there are two fields “"+clip(a.id)+"” in this type")
		}
	}
	key := c.l.ID + "."
	if t != c.l.root {
		key += t.name + "."
	}
	a.def = &wire.FieldDef{Key: key + a.id, Name: humanName(a.id), Doc: scalarText(n.get("doc")), Source: source}
	if a.def.Doc == "" {
		a.def.Doc = "Field " + a.id + " of the layout " + c.l.ID + "."
	}
	a.padding = &wire.FieldDef{Key: a.def.Key + ".padding", Name: a.def.Name + " padding", Kind: wire.KindPadding,
		Doc: "Bytes that fill the field.", Source: source}
	if x := n.get("if"); x != nil {
		a.cond = c.expr(x)
	}
	c.repetition(a, n)
	c.ending(a, n)
	if bits := bitType(n.get("type")); bits > 0 {
		c.bitField(t, a, n, bits)
		return
	}
	c.setType(t, a, n, n.get("type"))
	a.valid = c.validity(n)
	for _, v := range a.valid {
		if v.op == "eq" || v.op == "any" {
			c.l.fixed += max(a.num.Size(), 1)
		}
	}
	for _, x := range a.cases {
		x.as.valid = a.valid
	}
	if a.otherwise != nil {
		a.otherwise.valid = a.valid
	}
	if a.kind == constAttr && t == c.l.root && a.cond == nil {
		c.l.fixed += len(a.contents)
	}
	t.attrs = append(t.attrs, a)
}
