// Package workbench holds what a user decides about packets of an unknown protocol: the findings that
// the user accepts and the ranges that the user names. It makes a layout of them; screens draw it.
package workbench

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/ksy"
	"fragscope/decoder/structure"
	"fragscope/decoder/view"
	"fragscope/decoder/wire"
)

// Bounds of what is compared: a screen does nothing else meanwhile.
const (
	MaxDatagrams = 256
	MaxBytes     = 256 << 10
	MaxRows      = 64 // of a kind that are shown
)

// A Bench is one comparison with what was decided about it.
type Bench struct {
	in     []structure.Datagram
	found  *structure.Result // without decisions
	result *structure.Result // with them

	decided        []string
	earlier, later [][]string // what was decided before, and after what was undone
}

// New compares datagrams, as many as the bounds allow.
func New(in []structure.Datagram, o structure.Options) *Bench {
	in = bounded(in)
	b := &Bench{in: in, found: structure.Analyze(in, o)}
	_ = b.Set(nil) // only a decision can be wrong
	return b
}

// bounded returns as many datagrams as the bounds allow.
func bounded(in []structure.Datagram) []structure.Datagram {
	size := 0
	for i := range in {
		if size += len(in[i].Data); i == MaxDatagrams || size > MaxBytes {
			return in[:i]
		}
	}
	return in
}

// Same reports whether b compares these datagrams, as [New] of them does.
func (b *Bench) Same(in []structure.Datagram) bool {
	return slices.EqualFunc(b.in, bounded(in), func(x, y structure.Datagram) bool {
		return x.Direction == y.Direction && x.Time == y.Time && bytes.Equal(x.Data, y.Data)
	})
}

// Len returns how many datagrams b compares.
func (b *Bench) Len() int { return len(b.in) }

// Kinds returns what was found, with what was decided.
func (b *Bench) Kinds() []structure.Kind { return b.result.Kinds }

// Data returns a datagram by its number in the comparison.
func (b *Bench) Data(i int) []byte { return b.in[i].Data }

// Rows returns the datagrams of a kind that are shown.
func (b *Bench) Rows(kind int) []int {
	k := b.result.Kinds[kind].Packets
	return k[:min(len(k), MaxRows)]
}

// Set takes decisions, each a line of [structure.Result.Decide].
func (b *Bench) Set(decisions []string) error {
	r, err := b.found.Decide(strings.Join(decisions, "\n"))
	if err == nil {
		b.result, b.decided = r, decisions
	}
	return err
}

// decide takes decisions that can be undone.
func (b *Bench) decide(decisions []string) error {
	before := b.decided
	err := b.Set(decisions)
	if err == nil {
		b.earlier, b.later = append(b.earlier, before), nil
	}
	return err
}

// Clear takes back all decisions, as a step of its own.
func (b *Bench) Clear() { _ = b.decide(nil) }

// Follow takes the decisions that a layout of [Bench.Layout] has, if they are others; those about other datagrams are
// left. What was decided before cannot be undone then.
func (b *Bench) Follow(layout string) {
	if next := decidedIn(layout); !slices.Equal(next, b.decided) {
		b.earlier, b.later = nil, nil
		if b.Set(next) != nil {
			_ = b.Set(nil)
		}
	}
}

// CanUndo reports whether there is a step that Undo takes back.
func (b *Bench) CanUndo() bool { return len(b.earlier) > 0 }

// Undo takes back the last step; false where there is none.
func (b *Bench) Undo() bool { return b.move(&b.earlier, &b.later) }

// Redo takes the step that was undone last.
func (b *Bench) Redo() bool { return b.move(&b.later, &b.earlier) }

func (b *Bench) move(from, to *[][]string) bool {
	n := len(*from) - 1
	if n < 0 {
		return false
	}
	before := b.decided
	if b.Set((*from)[n]) != nil {
		return false
	}
	*from, *to = (*from)[:n], append(*to, before)
	return true
}

// lead is what the decision about a finding begins with.
func lead(kind int, f *structure.Finding) string {
	words := []string{"accept", strconv.Itoa(kind), strconv.Itoa(f.Offset), strconv.Itoa(f.Length), f.Type.String()}
	if f.Marked {
		words = append(words[:4], "")
		words[0] = "mark"
	}
	return strings.Join(words, " ")
}

// Accept accepts a finding under a name, "" for its usual one; one that is accepted under that name already no longer.
func (b *Bench) Accept(kind, finding int, name string) error {
	f := &b.result.Kinds[kind].Findings[finding]
	first := lead(kind, f)
	var rest []string
	form := ""
	for _, d := range b.decided {
		if d != first && !strings.HasPrefix(d, strings.TrimSuffix(first, " ")+" ") {
			rest = append(rest, d)
		} else if f.Marked {
			form = strings.Fields(d)[4]
		}
	}
	name = strings.Join(strings.Fields(name), "_")
	if f.Accepted && name == f.Name {
		return b.decide(rest)
	}
	return b.decide(append(rest, strings.TrimSpace(first+form+" "+name)))
}

// AcceptAll accepts all findings of a kind that are true in all its packets.
func (b *Bench) AcceptAll(kind int) error {
	all := slices.Clone(b.decided)
	for i := range b.result.Kinds[kind].Findings {
		if f := &b.result.Kinds[kind].Findings[i]; !f.Accepted && f.Holds == f.Seen {
			all = append(all, lead(kind, f))
		}
	}
	return b.decide(all)
}

// Mark makes length bytes at offset of datagram i something, in all packets of its kind: counted from the
// front, or from the back where their place varies from there.
func (b *Bench) Mark(kind, i, offset, length int, form string) error {
	var err error
	for _, at := range [...]int{offset, offset - len(b.in[i].Data)} {
		words := []string{"mark", strconv.Itoa(kind), strconv.Itoa(at), strconv.Itoa(length), form}
		if err = b.decide(append(slices.Clone(b.decided), strings.Join(words, " "))); err == nil {
			return nil
		}
	}
	return err
}

// Form returns what a key makes of selected bytes, and how many it takes, 0 for all that are selected; "" for other
// keys.
func Form(key rune, bigEndian bool) (form string, size int) {
	order := "le"
	if bigEndian {
		order = "be"
	}
	switch key {
	case '1':
		return "u1", 1
	case '2':
		return "u2" + order, 2
	case '4':
		return "u4" + order, 4
	case '8':
		return "u8" + order, 8
	case 'f':
		return "f4" + order, 4
	case 's':
		return "str", 0
	case 'c':
		return "checksum", 0
	case 'g':
		return "flags", 0
	case 'x':
		return "bytes", 0
	}
	return "", 0
}

// Layout returns the layouts of what is accepted, each decision a comment before them; "" for none.
func (b *Bench) Layout() string {
	if !b.result.Accepted() {
		return ""
	}
	text := ""
	for _, d := range b.decided {
		text += "# " + d + "\n"
	}
	return text + string(bytes.Join(b.result.Layouts("found"), []byte(ksy.Separator)))
}

// decidedIn returns the decisions that a layout of [Bench.Layout] has.
func decidedIn(layout string) (list []string) {
	for line := range strings.Lines(layout) {
		if d, ok := strings.CutPrefix(strings.TrimSpace(line), "# "); ok && (strings.HasPrefix(d, "accept ") ||
			strings.HasPrefix(d, "mark ")) {
			list = append(list, d)
		}
	}
	return list
}

// Parse reads layouts with lines of three hyphens between them: nil for none. An error is a [ksy.Error],
// its line one of the whole text.
func Parse(text []byte) (*wire.Layouts, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, nil
	}
	set, _, err := ksy.ParseAll(decoder.ProtocolByName, text)
	if err != nil || len(set) == 0 {
		return nil, err
	}
	return set.Layouts(), nil
}

// Export returns the first of the layouts in text in another language.
func Export(text []byte, x ksy.Export) ([]byte, error) {
	set, _, err := ksy.ParseAll(decoder.ProtocolByName, text)
	if err != nil {
		return nil, err
	}
	if len(set) == 0 {
		return nil, errors.New("there is no layout")
	}
	return x.Append(nil, set[0])
}

// About says what the packets of a kind have in common.
func About(k *structure.Kind) string {
	text := ""
	switch k.From {
	case wire.Request:
		text = "from clients"
	case wire.Reply:
		text = "from servers"
	}
	for _, m := range k.By {
		if text != "" {
			text += ", "
		}
		text += "with " + string(wire.AppendHex(nil, []byte{m.Value}, wire.LowerHex, "")) + " at offset " +
			strconv.Itoa(m.Offset)
	}
	for _, x := range k.Kin {
		text += "; " + x
	}
	return text
}

// Category returns the category of fields in whose colour bytes of a type are shown.
func Category(t structure.Type) view.Category {
	switch t {
	case structure.Constant, structure.Enum:
		return view.CategoryRaw
	case structure.Counter, structure.Timestamp, structure.Float:
		return view.CategoryNumber
	case structure.Length, structure.Count:
		return view.CategoryLength
	case structure.Echo, structure.Address, structure.Port:
		return view.CategoryAddress
	case structure.String, structure.Text, structure.Records:
		return view.CategoryText
	case structure.Flags, structure.Checksum:
		return view.CategoryName
	}
	return view.CategoryUnknown
}
