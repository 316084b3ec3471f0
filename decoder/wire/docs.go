package wire

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
	whole    bool // by Define
}

// Define returns d with the whole key and source of every definition. It stands
// where the definitions of a package are declared, so that they are whole as soon
// as the package is there. Sections of another package, which several protocols
// share, are whole already.
func Define(d Docs) *Docs {
	for _, x := range d.Problems {
		x.Source = d.source(x.Source)
	}
	for i := range d.Sections {
		if s := &d.Sections[i]; !s.whole {
			s.define(&d)
		}
		d.Problems = append(d.Problems, d.Sections[i].Problems...)
	}
	return &d
}

// define makes the definitions of s whole.
func (s *Section) define(d *Docs) {
	define := func(f *FieldDef) {
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
	for _, f := range s.Fields {
		define(f)
	}
	for _, l := range s.Layouts {
		for i := range l {
			define(&l[i])
		}
	}
	for _, x := range s.Problems {
		x.Source = d.source(s.Source)
	}
	s.whole = true
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
