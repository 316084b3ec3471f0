package ksy

import (
	"slices"
	"strconv"

	"fragscope/decoder/wire"
)

// declare makes the types and enumerations of n, so that they can refer to each other.
func (c *compiler) declare(n *node, name string, outer *typeDef) *typeDef {
	t := &typeDef{name: name, outer: outer, node: n, types: map[string]*typeDef{}, values: map[string]*valueInstance{},
		enums: map[string]*wire.Symbols{}, enumNames: map[string]map[string]int64{}}
	if c.l.types++; c.l.types > maxTypes {
		c.fail(n, "more than "+strconv.Itoa(maxTypes)+" types")
	}
	c.keys(n, "meta", "doc", "doc-ref", "seq", "types", "enums", "instances", "params", "to-string")
	if p := n.get("params"); p != nil {
		c.params(t, p)
	}
	if seq := n.get("seq"); seq != nil {
		for _, x := range seq.items {
			c.ids[scalarText(x.get("id"))] = true
		}
	}
	if in := n.get("instances"); in != nil {
		for _, k := range in.keys {
			c.ids[k.text] = true
		}
	}
	if outer != nil {
		t.big, t.low, t.encoding = outer.big, outer.low, outer.encoding
	}
	if meta := n.get("meta"); meta != nil {
		if e := meta.get("endian"); e != nil {
			switch {
			case e.kind == scalarNode && e.text == "le":
				t.big = -1
			case e.kind == scalarNode && e.text == "be":
				t.big = 1
			default:
				c.fail(e, "expected le or be; an endian that depends on a field is not part of the subset")
			}
		}
		if e := meta.get("bit-endian"); e != nil {
			if t.low = e.text == "le"; !t.low && e.text != "be" {
				c.fail(e, "expected le or be")
			}
		}
		if e := meta.get("encoding"); e != nil {
			t.encoding = e.text
		}
	}
	t.group = wire.FieldDef{Key: c.l.ID + "." + name, Name: humanName(name), Kind: wire.KindGroup, Naming: wire.NameFixed,
		Doc: scalarText(n.get("doc")), Source: source}
	if e := n.get("enums"); e != nil {
		c.enums(t, e)
	}
	if types := n.get("types"); types != nil {
		if types.kind != mapNode {
			c.fail(types, "expected a map of types")
			return t
		}
		for i, k := range types.keys {
			if !isID(k.text) {
				c.fail(k, "“"+clip(k.text)+"” is no name of a type: lower-case letters, digits and underscores")
			}
			if c.err != nil {
				return t
			}
			if types.items[i].kind != mapNode {
				c.fail(types.items[i], "expected a type with seq")
				return t
			}
			t.types[k.text] = c.declare(types.items[i], k.text, t)
		}
	}
	return t
}

// params reads the names of the parameters of t; what they are is known when they have a value.
func (c *compiler) params(t *typeDef, n *node) {
	if t.outer == nil || n.kind != listNode {
		c.fail(n, "expected a list of parameters, of a type in types")
		return
	}
	for _, p := range n.items {
		id := scalarText(p.get("id"))
		if !isID(id) || slices.Contains(t.params, id) {
			c.fail(p, "expected an id that no other parameter has")
			return
		}
		c.keys(p, "id", "type", "enum", "doc", "doc-ref")
		t.params = append(t.params, id)
		c.ids[id] = true
	}
}

// source is what fields of layouts name as where they are known from.
const source = "ksy/README.md"

func (c *compiler) enums(t *typeDef, n *node) {
	if n.kind != mapNode {
		c.fail(n, "expected a map of enumerations")
		return
	}
	for i, k := range n.keys {
		list := n.items[i]
		if list.kind != mapNode {
			c.fail(list, "expected a map of numbers and names")
			return
		}
		s := &wire.Symbols{}
		names := map[string]int64{}
		for q, key := range list.keys {
			v, ok := parseInt(key.text)
			if !ok {
				c.fail(key, "“"+clip(key.text)+"” is no number")
				return
			}
			name, doc := list.items[q].text, ""
			if list.items[q].kind == mapNode {
				name, doc = scalarText(list.items[q].get("id")), scalarText(list.items[q].get("doc"))
			}
			names[name] = v
			s.List = append(s.List, wire.Symbol{Value: uint64(v), Name: humanName(name), Doc: doc})
		}
		slices.SortFunc(s.List, func(a, b wire.Symbol) int {
			switch {
			case a.Value < b.Value:
				return -1
			case a.Value > b.Value:
				return 1
			}
			return 0
		})
		s.Complete()
		t.enums[k.text], t.enumNames[k.text] = s, names
	}
}
