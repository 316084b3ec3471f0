package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fragscope/analyzer/record"
	"fragscope/decoder"
	"fragscope/decoder/explain"
	"fragscope/decoder/wire"
)

// What a FieldOutput prints of a packet has for each column at most four times its bytes, separators aside.
type FieldOutput struct {
	keys, settings []string // as the flags give them

	columns                      []fieldColumn
	byKey                        map[string][]int // columns of each key
	separator, aggregator, quote string
	occurrence                   string
	header                       bool
	scratch                      []byte
}

type fieldColumn struct {
	name string
	own  bool   // of the packet, not a field
	pair string // the key in the packet of a pair, with paired
	with bool   // pair counts
	bit  string // the bit or part of the field, "" for the field

	values []byte // of the current packet
	count  int
}

var ownColumns = []struct{ name, doc string }{
	{"packet", "number in its file or paste, from 1"},
	{"time", "see --time-format"},
	{"src", ""},
	{"srcport", ""},
	{"dst", ""},
	{"dstport", ""},
	{"protocol", ""},
	{"message", ""},
	{"direction", "request or reply"},
	{"size", "bytes on the wire"},
	{"problems", "their codes"},
}

func (o *FieldOutput) own(dst []byte, name string, m *decoder.Message, p *record.Packet, t *TimeFormat) []byte {
	switch name {
	case "packet":
		return strconv.AppendInt(dst, p.Number, 10)
	case "time":
		switch {
		case p.NoTime:
		case t == nil:
			dst = append(dst, TimeMark)
		default:
			dst = t.Append(dst, "utc")
		}
	case "src", "srcport", "dst", "dstport":
		end, to := record.Endpoints(m, p)
		if strings.HasPrefix(name, "dst") {
			end = to
		}
		switch {
		case !end.IsValid():
		case strings.HasSuffix(name, "port"):
			dst = strconv.AppendUint(dst, uint64(end.Port()), 10)
		default:
			dst = end.Addr().AppendTo(dst)
		}
	case "protocol":
		return append(dst, m.Protocol().String()...)
	case "message":
		return append(dst, m.Info.Name...)
	case "direction":
		return append(dst, m.Info.Direction.String()...)
	case "size":
		return strconv.AppendInt(dst, p.Size(), 10)
	case "problems":
		for i := range m.Problems {
			if i > 0 && o.occurrence != "a" && o.occurrence != "l" {
				break
			}
			if o.occurrence == "l" {
				dst = dst[:0]
			} else if i > 0 {
				dst = append(dst, o.aggregator...)
			}
			dst = append(dst, m.Problems[i].Info.Code...)
		}
	}
	return dst
}

func FieldsHelp() string {
	var b strings.Builder
	b.WriteString(`--format fields prints a line for each packet, with the values of the fields that
--field names (-T fields -e KEY, as with tshark). Keys are those of --format json
and of fragscope explain; several values are joined with a comma, control
characters are escaped. KEY[NAME] is the value that a pair has whose key in the
packet is NAME: gamespy1.pair[hostname]. Besides there are
 `)
	column := 1
	for i, c := range ownColumns {
		text := " " + c.name
		if c.doc != "" {
			text += " (" + c.doc + ")"
		}
		if i < len(ownColumns)-1 {
			text += ","
		}
		if column+len(text) > 80 {
			b.WriteString("\n ")
			column = 1
		}
		b.WriteString(text)
		column += len(text)
	}
	b.WriteString(`.
-E sets, as with tshark: separator=CHARACTERS (/t for a tab, which it is without;
/s for a space), aggregator=CHARACTERS, occurrence=f, l or a for the first, the
last or all, quote=d, s or n for double, single or no quotes, header=y for a line
with the keys.`)
	return b.String()
}

func (o *FieldOutput) Flags(c *cobra.Command) {
	f := c.Flags()
	f.VarP(f.Lookup("format").Value, "type", "T", "the same as --format, as tshark writes it: -T fields -e KEY")
	f.StringArrayVarP(&o.keys, "field", "e", nil, "with --format fields, the key of a field to print; may be given again")
	f.StringArrayVarP(&o.settings, "field-option", "E", nil,
		"with --format fields, as tshark takes it: separator=, or header=y; may be given again")
	Complete(c, "type", []string{"fields"})
	Must(c.RegisterFlagCompletionFunc("field", func(c *cobra.Command, _ []string, _ string) ([]cobra.Completion,
		cobra.ShellCompDirective) {
		return fieldKeys(givenLayouts(c)), cobra.ShellCompDirectiveNoFileComp
	}))
}

func fieldKeys(layouts *wire.Layouts) []string {
	var names []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, c := range ownColumns {
		add(c.name)
	}
	for _, e := range append(explain.Of(layouts), explain.Explanations()...) {
		if e.Field != nil && e.Field.Kind != wire.KindGroup {
			add(e.Name)
			for b := range e.Field.Bits {
				add(e.Name + "." + string(wire.AppendBitName(nil, b.Name, b.Mask)))
			}
		}
	}
	return names
}

func (o *FieldOutput) Settle(on bool, layouts *wire.Layouts) error {
	switch {
	case !on && len(o.keys) > 0:
		return fmt.Errorf("--field %s is for --format fields", o.keys[0])
	case !on && len(o.settings) > 0:
		return fmt.Errorf("--field-option %s is for --format fields", o.settings[0])
	case !on:
		return nil
	case len(o.keys) == 0:
		return fmt.Errorf("--format fields prints the fields that --field names, such as --field unreal2.info.hostname")
	case len(o.keys) > maxColumns:
		return fmt.Errorf("--field is given %d times; at most %d columns are printed", len(o.keys), maxColumns)
	}
	o.separator, o.aggregator, o.occurrence = "\t", ",", "a"
	for _, s := range o.settings {
		if err := o.set(s); err != nil {
			return err
		}
	}
	o.byKey = map[string][]int{}
	for i, key := range o.keys {
		c, canonical, err := newColumn(key, layouts)
		if err != nil {
			return err
		}
		o.columns = append(o.columns, c)
		if !c.own {
			o.byKey[canonical] = append(o.byKey[canonical], i)
		}
	}
	return nil
}

// maxColumns bounds the columns, so that a line stays in proportion to its packet.
const maxColumns = 1000

func (o *FieldOutput) set(s string) error {
	name, value, _ := strings.Cut(s, "=")
	text := value
	switch value {
	case "/t":
		text = "\t"
	case "/s":
		text = " "
	}
	switch {
	case name == "separator" && value != "":
		o.separator = text
	case name == "aggregator" && value != "":
		o.aggregator = text
	case name == "occurrence" && (value == "f" || value == "l" || value == "a"):
		o.occurrence = value
	case name == "header" && (value == "y" || value == "n"):
		o.header = value == "y"
	case name == "quote" && (value == "d" || value == "s" || value == "n"):
		o.quote = map[string]string{"d": `"`, "s": `'`}[value]
	default:
		return fmt.Errorf("--field-option %q is not separator=CHARACTERS, aggregator=CHARACTERS, occurrence=f|l|a, "+
			"header=y|n or quote=d|s|n", s)
	}
	return nil
}

// newColumn returns the column of a key, and the key as fields have it.
func newColumn(key string, layouts *wire.Layouts) (fieldColumn, string, error) {
	for _, c := range ownColumns {
		if c.name == key {
			return fieldColumn{name: key, own: true}, key, nil
		}
	}
	c := fieldColumn{name: key}
	if at := strings.IndexByte(key, '['); at > 0 && strings.HasSuffix(key, "]") {
		key, c.pair, c.with = key[:at], key[at+1:len(key)-1], true
	}
	all := append(explain.Of(layouts), explain.Explanations()...)
	for _, e := range explain.In(all, key) {
		switch f := e.Field; {
		case f == nil:
		case c.with && f.Kind != wire.KindGroup:
			return c, "", fmt.Errorf("--field %q: %s is no pair of a key and a value", c.name, e.Name)
		case !c.with && f.Kind == wire.KindGroup:
			return c, "",
				fmt.Errorf("--field %q is a group, which has no value; name its members, or %s[NAME] for a pair by the key that "+
					"it has in the packet", key, e.Name)
		default:
			end := key[min(len(key), len(e.Name)):]
			if bit := strings.TrimPrefix(end, "."); bit != "" {
				if _, ok := f.Bit(bit); ok {
					c.bit = bit
					return c, e.Name, nil
				}
			}
			if text := f.Kind == wire.KindText || f.Kind == wire.KindUCS2; end != "" && (end != ".length" || !text) {
				return c, "", fmt.Errorf("--field %q: this is part of the value of %s; name that", key, e.Name)
			}
			return c, e.Name + end, nil
		}
	}
	var like []string
	for _, name := range explain.SuggestIn(all, key) {
		if found := explain.In(all, name); len(found) > 0 && found[0].Field != nil {
			like = append(like, name)
		}
	}
	if len(like) > 0 {
		return c, "", fmt.Errorf("--field %q: there is no field with this key; did you mean %s?", key, OneOf(like))
	}
	return c, "",
		fmt.Errorf("--field %q: there is no field with this key; fragscope decode --format json shows the keys of a packet",
			key)
}

func (o *FieldOutput) Begin(dst []byte) []byte {
	if !o.header {
		return dst
	}
	for i := range o.columns {
		if i > 0 {
			dst = append(dst, o.separator...)
		}
		dst = append(dst, Escape(o.columns[i].name)...)
	}
	return append(dst, '\n')
}

// TimeMark is in a line where the time is to be put; texts have control characters escaped.
const TimeMark = 0

func (o *FieldOutput) Clone() *FieldOutput {
	c := *o
	c.scratch, c.columns = nil, slices.Clone(o.columns)
	for i := range c.columns {
		c.columns[i].values = nil
	}
	return &c
}

func (o *FieldOutput) Line(dst []byte, m *decoder.Message, p *record.Packet, t *TimeFormat) []byte {
	for i := range o.columns {
		c := &o.columns[i]
		c.values, c.count = c.values[:0], 0
	}
	for i := range m.Fields {
		columns := o.byKey[m.Key(i)]
		for _, n := range columns {
			o.value(&o.columns[n], m, i)
		}
	}
	for i := range o.columns {
		c := &o.columns[i]
		if i > 0 {
			dst = append(dst, o.separator...)
		}
		if c.own {
			c.values = o.own(c.values, c.name, m, p, t)
			c.count = min(1, len(c.values))
		}
		if c.count == 0 {
			continue
		}
		dst = append(dst, o.quote...)
		if o.quote != "" {
			c.values = bytes.ReplaceAll(c.values, []byte(o.quote), []byte(o.quote+o.quote))
		}
		dst = append(append(dst, c.values...), o.quote...)
	}
	return append(dst, '\n')
}

func (o *FieldOutput) value(c *fieldColumn, m *decoder.Message, i int) {
	if c.with {
		if key := m.Child(i, wire.RoleKey); m.Text(key) != c.pair || key < 0 {
			return
		}
		if i = m.Child(i, wire.RoleValue); i < 0 {
			return
		}
	}
	f := &m.Fields[i]
	bit, ok := f.Def.Bit(c.bit)
	if c.bit != "" && (!ok || !f.Kind.Number()) {
		return
	}
	c.count++
	switch {
	case c.count > 1 && o.occurrence == "f":
		return
	case o.occurrence == "l":
		c.values = c.values[:0]
	case c.count > 1:
		c.values = append(c.values, o.aggregator...)
	}
	switch {
	case c.bit != "" && bit.Single():
		c.values = strconv.AppendBool(c.values, bit.Value(f.Value) != 0)
		return
	case c.bit != "":
		c.values = strconv.AppendUint(c.values, bit.Value(f.Value), 10)
		return
	}
	o.scratch = m.AppendValue(o.scratch[:0], i)
	c.values = wire.AppendEscaped(c.values, o.scratch)
}
