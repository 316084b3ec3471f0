package ksy

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder/wire"
)

// Separator is the line between layouts in one text.
const Separator = "---\n"

// ParseAll reads descriptions, several of which a text may have, and which may import each other by their ids: nothing
// else is read. One that another imports describes no datagrams by itself. One with the id of a protocol that taken
// finds is refused, since its packets and fields would be taken for the protocol's; nil for none; so is
// one with the id of another. An error comes with the number of the text that has it.
func ParseAll(taken func(id string) (wire.ProtocolID, bool), texts ...[]byte) (set Set, wrong int, err error) {
	type document struct {
		*node
		text, line int
	}
	var docs []document
	others := map[string]*node{}
	for i, text := range texts {
		line := 0
		for _, one := range bytes.Split(text, []byte(Separator)) {
			if len(bytes.TrimSpace(one)) > 0 || len(one) == len(text) {
				doc, err := parseYAML(one)
				if err != nil {
					return nil, i, err.below(line)
				}
				docs = append(docs, document{doc, i, line})
				id := doc.get("meta").get("id")
				name := scalarText(id)
				if name != "" && others[name] != nil {
					return nil, i, &Error{id.line + line, id.col, "“" + name + "” is the id of a layout before this one; " +
						"give each its own, or leave one out"}
				}
				others[name] = doc
			}
			line += bytes.Count(one, []byte("\n")) + 1
		}
	}
	imported := map[string]bool{}
	for _, doc := range docs {
		l, err := compile(doc.node, others, taken)
		if err != nil {
			return nil, doc.text, err.below(doc.line)
		}
		for _, t := range l.roots[1:] {
			imported[t.name] = true
		}
		set = append(set, l)
	}
	return slices.DeleteFunc(set, func(l *Layout) bool { return imported[l.ID] && len(imported) < len(set) }), 0, nil
}

// Is reports whether a text seems to be a description: what it begins with, but for comments, is meta.
func Is(text []byte) bool {
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' && string(line) != "---" {
			return bytes.HasPrefix(line, []byte("meta:"))
		}
	}
	return false
}

// below is the error of a text that begins after so many lines.
func (e *Error) below(lines int) *Error { return &Error{e.Line + lines, e.Column, e.Text} }

// maxImports bounds the layouts that one is made of.
const maxImports = 16

// rootOf declares the types of a document, and of those that it imports; at is where it is imported, nil for
// the layout itself.
func (c *compiler) rootOf(doc, at *node) *typeDef {
	if doc.kind != mapNode {
		c.fail(doc, "found no keys, expected a map with meta and seq")
		return nil
	}
	meta := doc.get("meta")
	if meta == nil {
		c.fail(doc, "there is no meta, expected one with an id")
		return nil
	}
	c.keys(meta, "id", "title", "endian", "encoding", "application", "file-extension", "xref", "license", "tags",
		"ks-version", "ks-debug", "ks-opaque-types", "bit-endian", "imports")
	id := meta.get("id")
	if id == nil || !isID(id.text) {
		c.fail(meta, "meta has no id of lower-case letters, digits and underscores")
		return nil
	}
	if at == nil {
		c.l.ID = id.text
		if c.taken != nil {
			if _, ok := c.taken(id.text); ok {
				c.fail(id, "“"+id.text+"” is the name of a protocol that is decoded without a layout; choose another id, such as "+
					id.text+"_mine")
			}
		}
	}
	t := c.declare(doc, id.text, nil)
	t.from = at
	c.l.roots = append(c.l.roots, t)
	if len(c.l.roots) > maxImports {
		c.fail(meta, "more than "+strconv.Itoa(maxImports)+" layouts are imported")
	}
	if n := meta.get("imports"); n != nil {
		c.imports(t, n)
	}
	return t
}

func (c *compiler) imports(t *typeDef, n *node) {
	if n.kind != listNode {
		c.fail(n, "expected a list of layouts")
	}
	t.imports = map[string]*typeDef{}
	for _, x := range n.items {
		name := x.text[strings.LastIndexByte(x.text, '/')+1:]
		if c.others[name] == nil {
			c.fail(x, "the layout “"+clip(name)+"” is not given: layouts that are imported are given beside the one that"+
				" imports them, each as a file of its own or after a line of ---")
		}
		if c.err != nil {
			return
		}
		k := slices.IndexFunc(c.l.roots, func(u *typeDef) bool { return u.name == name })
		if k < 0 {
			k = len(c.l.roots)
			c.part(x, name, func() { c.rootOf(c.others[name], x) })
		}
		if c.err == nil {
			t.imports[name] = c.l.roots[k]
		}
	}
}

// part does what belongs to the layout name that is imported at a place, where errors are said then.
func (c *compiler) part(at *node, name string, do func()) {
	if c.err != nil {
		return
	}
	if do(); c.err != nil && at != nil {
		c.err = &Error{at.line, at.col, "“" + clip(name) + "”, which is imported: " + c.err.Error()}
	}
}
