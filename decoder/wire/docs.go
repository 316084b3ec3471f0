package wire

import "fragscope/decoder/wire/protocol"

// A Docs is what a protocol's folder defines.
type Docs struct {
	Spec     string // the specification, such as "protocol/ugp/SPEC.md"
	Messages []*MessageInfo
	Problems []*ProblemInfo
	Sections []Section
	Keys     *KeySet // keys of its pairs; nil for those that most protocols share
}

// A Section is definitions whose keys begin alike and which are known from the
// same source. Both are given once, here: a definition has the rest of its key,
// and a source only if it has another.
type Section struct {
	Prefix  string // without the dot after it; the key of a definition without one
	Source  string // "#" and a heading of the specification, or another document
	Fields  []*FieldDef
	Layouts []Layout
	// Problems become those of the Docs, from this source.
	Problems []*ProblemInfo
}

// Complete makes d that of p: every definition gets its whole key and source,
// every message its protocol. It is called once, before anything is decoded.
func (d *Docs) Complete(p protocol.ID) {
	for _, m := range d.Messages {
		m.Protocol = p
	}
	for i := range d.Sections {
		s := &d.Sections[i]
		for _, f := range s.Fields {
			d.complete(s, f)
		}
		for _, l := range s.Layouts {
			for j := range l {
				d.complete(s, &l[j])
			}
		}
		for _, x := range s.Problems {
			x.Source = s.Source
		}
		d.Problems = append(d.Problems, s.Problems...)
	}
	for _, x := range d.Problems {
		x.Source = d.source(x.Source)
	}
}

func (d *Docs) complete(s *Section, f *FieldDef) {
	if f.Key == "" {
		f.Key = s.Prefix
	} else {
		f.Key = s.Prefix + "." + f.Key
	}
	if f.Source == "" {
		f.Source = s.Source
	}
	f.Source = d.source(f.Source)
	f.Symbols.Complete()
}

func (d *Docs) source(s string) string {
	if len(s) > 0 && s[0] == '#' {
		return d.Spec + s
	}
	return s
}

// Fields returns all definitions. One that several layouts share comes once.
func (d *Docs) Fields() []*FieldDef {
	var all []*FieldDef
	add := func(f *FieldDef) {
		for _, g := range all {
			if g.Key == f.Key && g.Kind == f.Kind && g.Symbols == f.Symbols && g.Doc == f.Doc {
				return
			}
		}
		all = append(all, f)
	}
	for i := range d.Sections {
		for _, f := range d.Sections[i].Fields {
			add(f)
		}
		for _, l := range d.Sections[i].Layouts {
			for j := range l {
				add(&l[j])
			}
		}
	}
	return all
}
