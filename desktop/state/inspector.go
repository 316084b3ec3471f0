package state

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"fragscope/analyzer/export"
	"fragscope/decoder"
	"fragscope/decoder/view"
)

type Topic uint8

// The topics. Each stands for one bit.
const (
	TopicRows    Topic = 1 << iota // the list of datagrams
	TopicCurrent                   // which datagram is shown
	TopicSelect                    // what is selected in it
	TopicHover                     // what the mouse is over
	TopicTree                      // which groups are open
	TopicSearch                    // what was found
	TopicSay                       // something was said
)

// A Range is the bytes [Start, End) of a datagram.
type Range = view.Range

type Inspector struct {
	source  Source
	current int
	message *decoder.Message
	failed  error // why the message is not there
	tree    *Tree
	folds   *Folds
	places  []placed

	picked   map[int]bool // datagrams that are selected beside others
	selected view.Selection
	chosen   bool // whether anything is selected
	cursor   int
	hover    int // row of the tree, -1 for none
	said     string
	search   search

	run       func(what string, task Task) // does what may take long
	listeners []listener
}

type listener struct {
	topics Topic
	call   func(Topic)
}

var nothing = view.Selection{Row: -1}

func NewInspector() *Inspector {
	x := &Inspector{source: NewList(nil), run: atOnce, folds: &Folds{}}
	x.set(nil, nil)
	return x
}

// ShareFolds has what is opened and closed in x hold in to as well, and the other way round.
func (x *Inspector) ShareFolds(to *Inspector) { to.folds = x.folds }

func (x *Inspector) Listen(topics Topic, call func(Topic)) {
	x.listeners = append(x.listeners, listener{topics, call})
}

func (x *Inspector) announce(t Topic) {
	for _, l := range x.listeners {
		if l.topics&t != 0 {
			l.call(t)
		}
	}
}

// Say has the window say something, as on a line at its bottom.
func (x *Inspector) Say(text string) {
	x.said = text
	x.announce(TopicSay)
}

func (x *Inspector) Said() string   { return x.said }
func (x *Inspector) Source() Source { return x.source }

// Open shows the datagrams of s, beginning with the first.
func (x *Inspector) Open(s Source) {
	x.source = s
	x.picked = nil
	x.current = 0
	x.search.clear()
	x.load()
	x.announce(TopicRows | TopicCurrent | TopicSelect | TopicHover | TopicSearch)
}

// Reopen shows a source that is nearly the same: the selection stays where there still is something.
func (x *Inspector) Reopen(s Source) {
	current, selected, chosen := x.current, x.selected, x.chosen
	if current >= s.Len() {
		x.Open(s)
		return
	}
	x.source = s
	x.search.clear()
	x.current = current
	x.load()
	if chosen && x.message != nil && selected.End <= len(x.message.Data) && selected.Len() > 0 {
		x.selected, x.chosen, x.cursor = x.tree.SelectBytes(selected.Start, selected.End-1), true, selected.Start
		x.tree.Reveal(x.selected.Row)
	}
	x.announce(TopicRows | TopicCurrent | TopicSelect | TopicHover | TopicSearch)
}

// Grown says that the source has more datagrams than before, or knows more about them.
func (x *Inspector) Grown() {
	if x.message == nil && x.source.Len() > 0 {
		x.load()
		x.announce(TopicRows | TopicCurrent | TopicSelect)
		return
	}
	x.announce(TopicRows)
}

// Renew fetches the current datagram again when more is known about it than before; what is selected stays.
func (x *Inspector) Renew() {
	if x.message == nil {
		return
	}
	if m, err := x.source.Message(x.current); err == nil && len(m.Problems) != len(x.message.Problems) {
		x.Reopen(x.source)
	}
}

func (x *Inspector) load() {
	if x.source.Len() == 0 {
		x.set(nil, nil)
		return
	}
	m, err := x.source.Message(x.current)
	x.set(m, err)
}

func (x *Inspector) set(m *decoder.Message, err error) {
	x.message, x.failed = m, err
	x.tree = x.folds.apply(NewTree(m))
	x.selected, x.chosen, x.cursor, x.hover = nothing, false, 0, -1
	x.places = nil
	if m == nil {
		return
	}
	x.places = place(m)
}

func (x *Inspector) Go(i int) {
	if i < 0 || i >= x.source.Len() {
		return
	}
	x.current = i
	x.load()
	x.announce(TopicCurrent | TopicSelect | TopicHover)
}

// Pick has exactly these datagrams selected, to be compared.
func (x *Inspector) Pick(places map[int]bool) {
	x.picked = places
	x.announce(TopicRows)
}

func (x *Inspector) Picked() []int { return slices.Sorted(maps.Keys(x.picked)) }

// IsPicked reports whether a datagram was selected beside others.
func (x *Inspector) IsPicked(i int) bool       { return x.picked[i] }
func (x *Inspector) Current() int              { return x.current }
func (x *Inspector) Message() *decoder.Message { return x.message }

// Err returns why the current datagram cannot be shown.
func (x *Inspector) Err() error  { return x.failed }
func (x *Inspector) Tree() *Tree { return x.tree }

func (x *Inspector) Data() []byte {
	if x.message == nil {
		return nil
	}
	return x.message.Data
}

// Selection returns the selected bytes, an empty range for a field without; ok is false for none.
func (x *Inspector) Selection() (r Range, ok bool) { return x.selected.Range, x.chosen }

// Row returns the row of the tree that is selected, or that holds all selected bytes; -1 for none.
func (x *Inspector) Row() int    { return x.selected.Row }
func (x *Inspector) Cursor() int { return x.cursor }

func (x *Inspector) SelectRow(r int) {
	if r < 0 || r >= x.tree.Len() {
		x.ClearSelection()
		return
	}
	x.choose(x.tree.SelectRow(r))
}

func (x *Inspector) SelectByte(offset int) {
	if r := x.tree.Leaf(offset); r >= 0 {
		x.SelectRow(r)
		x.cursor = offset
		return
	}
	x.SelectBytes(offset, offset)
}

// SelectBytes selects the bytes from a to b, both included, whichever is first. The keyboard is at b then.
func (x *Inspector) SelectBytes(a, b int) {
	if n := len(x.Data()); n > 0 {
		x.choose(x.tree.SelectBytes(a, b))
		x.cursor = max(0, min(b, n-1))
	}
}

// SelectPlace selects what is at some bytes; see [view.Tree.SelectPlace].
func (x *Inspector) SelectPlace(r Range) {
	if x.message != nil && len(x.message.Fields) > 0 {
		x.choose(x.tree.SelectPlace(r))
	}
}

// choose selects something, and opens what hides its row.
func (x *Inspector) choose(s view.Selection) {
	x.selected, x.chosen, x.cursor = s, true, s.Start
	if x.tree.Reveal(s.Row) {
		x.announce(TopicSelect | TopicTree)
		return
	}
	x.announce(TopicSelect)
}

func (x *Inspector) ClearSelection() {
	x.selected, x.chosen = nothing, false
	x.announce(TopicSelect)
}

// Hover says which row of the tree the mouse is over, -1 for none.
func (x *Inspector) Hover(r int) {
	if r == x.hover {
		return
	}
	if r >= x.tree.Len() {
		r = -1
	}
	x.hover = r
	x.announce(TopicHover)
}

// HoverByte says which byte the mouse is over, -1 for none.
func (x *Inspector) HoverByte(offset int) { x.Hover(x.tree.Leaf(offset)) }

// Hovered returns the row that the mouse is over, -1 for none.
func (x *Inspector) Hovered() int { return x.hover }

// Near returns the group around the row under the mouse, or else around what is
// selected: its bytes are framed. ok is false when there is none.
func (x *Inspector) Near() (r Range, ok bool) {
	at := x.selected.Row
	if x.hover >= 0 {
		at = x.hover
	}
	p := x.tree.Parent(at)
	if p < 0 || x.tree.Bit(at) {
		return Range{}, false
	}
	return x.tree.Range(p), true
}

// SetOpen opens or closes a row of the tree, and of the messages that are shown
// later when it is the only one of its kind.
func (x *Inspector) SetOpen(r int, open bool) {
	if x.tree.SetOpen(r, open) {
		x.folds.keep(x.tree.Tree, r, open)
		x.folded()
	}
}

// SetAllOpen opens or closes all rows of the tree, and of the messages that are shown later.
func (x *Inspector) SetAllOpen(open bool) {
	x.tree.SetAllOpen(open)
	x.folds.keepAll(open)
	x.folded()
}

// folded selects the group that hides what is selected, if one does.
func (x *Inspector) folded() {
	x.announce(TopicTree)
	r := x.selected.Row
	if r < 0 || x.tree.PlaceOf(r) >= 0 {
		return
	}
	for x.tree.PlaceOf(r) < 0 {
		r = x.tree.Parent(r)
	}
	x.SelectRow(r)
}

func (x *Inspector) Where() string {
	if x.message == nil {
		return ""
	}
	if !x.chosen {
		return fmt.Sprintf("%s, %s", x.message.Info.Name, Plural(len(x.message.Data), "byte"))
	}
	name := ""
	if x.selected.Whole {
		name = x.tree.Name(x.selected.Row) + ", "
	}
	return fmt.Sprintf("%s%s at %s", name, Plural(x.selected.Len(), "byte"), Offset(x.selected.Start))
}

var decimal atomic.Bool

// ShowDecimal has offsets written as decimal numbers, or hexadecimal ones with 0x.
func ShowDecimal(on bool) { decimal.Store(on) }

// Base returns the base that offsets are written in.
func Base() int {
	if decimal.Load() {
		return 10
	}
	return 16
}

func Offset(n int) string {
	if decimal.Load() {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("0x%02X", n)
}

// Plural writes a count with its word.
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	if stem, ok := strings.CutSuffix(word, "y"); ok {
		word = stem + "ie"
	}
	return export.Grouped(n) + " " + word + "s"
}

// Sentence returns an error's text as a sentence begins.
func Sentence(text string) string {
	if r := []rune(text); len(r) > 0 {
		return strings.ToUpper(string(r[:1])) + string(r[1:])
	}
	return text
}
