package state

import (
	"sync"

	"fragscope/decoder/view"
	"fragscope/decoder/wire"
)

// Folds is which groups were opened and closed: it holds in the messages that are
// shown later too. Inspectors can share one, and use it from any goroutine.
type Folds struct {
	mu   sync.Mutex
	kept map[string]bool // by the keys of fields
	all  *bool           // what was last done with all groups, nil for nothing
}

// groups counts the groups of each kind: a frame has one header of a kind, a reply many players.
func groups(t *view.Tree) map[*wire.FieldDef]int {
	count := map[*wire.FieldDef]int{}
	for r := range t.Rows {
		if int(t.Rows[r].Next) > r+1 {
			count[t.Message.Fields[t.Rows[r].Field].Def]++
		}
	}
	return count
}

// keep keeps that a group was opened or closed, if it is the only one of its kind.
func (f *Folds) keep(t *view.Tree, row int, open bool) {
	def := t.Message.Fields[t.Rows[row].Field].Def
	if groups(t)[def] != 1 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.kept == nil {
		f.kept = map[string]bool{}
	}
	f.kept[def.Key] = open
}

// keepAll keeps that all groups were opened or closed.
func (f *Folds) keepAll(open bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.kept)
	f.all = &open
}

// apply closes the rows of a new tree that were closed before, and opens those that were opened.
func (f *Folds) apply(t *Tree) *Tree {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all != nil {
		t.SetAllOpen(*f.all)
	}
	if len(f.kept) == 0 {
		return t
	}
	count := groups(t.Tree)
	for r := range t.Rows {
		def := t.Message.Fields[t.Rows[r].Field].Def
		if open, ok := f.kept[def.Key]; ok && t.Holds(r) && count[def] == 1 {
			t.closed[r] = !open
		}
	}
	t.show()
	return t
}
