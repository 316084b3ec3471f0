package ui

import (
	"image/color"
	"strings"

	"fragscope/analyzer/filter"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

const suggestionsShown = 10

// A suggester offers, below an entry for a filter, what that can continue with.
type suggester struct {
	rowPool
	entry   *Entry
	over    fyne.CanvasObject // what the list lies on, with the entry in it
	ground  *canvas.Rectangle // behind the list
	found   []filter.Suggestion
	replace int
	chosen  int // -1 for none

	used []string // filters that were applied, the latest first
}

// usedFilters is how many filters are remembered, of at most so many bytes.
const (
	usedFilters   = 5
	longestFilter = 1000
)

func newSuggester(entry *Entry) *suggester {
	s := &suggester{entry: entry, chosen: -1, ground: canvas.NewRectangle(color.Transparent)}
	s.setup(s, "Suggestions")
	s.rowHeight = func() float32 { return textFont(false).height + 6 }
	s.least = func() float32 { return 0 }
	s.count = func() int { return len(s.found) }
	s.fill = s.row
	s.tapped = func(i int, _ float32) { s.take(i) }
	s.hovered = func(i int) { s.choose(i) }
	entry.OnChanged = func(string) {
		if c := fyne.CurrentApp().Driver().CanvasForObject(entry); c != nil && c.Focused() == entry {
			s.suggest()
		}
	}
	entry.OnKey = s.pressed
	entry.OnLeft = func() {
		if !s.rowPool.pointed { // else a click takes the focus, and is seen next
			s.close()
		}
	}
	ShowIf(false, s, s.ground)
	return s
}

// remember notes a filter that was applied.
func (s *suggester) remember(expression string) {
	if expression == "" || len(expression) > longestFilter {
		return
	}
	used := []string{expression}
	for _, f := range s.used {
		if f != expression && len(used) < usedFilters {
			used = append(used, f)
		}
	}
	s.used = used
}

// suggest shows what can follow the text before the cursor.
func (s *suggester) suggest() {
	before := string([]rune(s.entry.Text)[:s.entry.CursorColumn])
	var used []string
	if s.entry.Text == "" {
		used = s.used
	}
	s.replace, s.found = filter.Suggest(before, filter.Packets|filter.Exchanges, used, state.Layouts())
	s.found = s.found[:min(len(s.found), suggestionsShown)]
	s.chosen = -1
	s.entry.KeepsTab = len(s.found) > 0
	ShowIf(len(s.found) > 0, s, s.ground)
	s.place()
	s.reset()
}

// place puts the list below the entry.
func (s *suggester) place() {
	d := fyne.CurrentApp().Driver()
	at := d.AbsolutePositionForObject(s.entry).Subtract(d.AbsolutePositionForObject(s.over))
	at.Y += s.entry.Size().Height
	setFill(s.ground, CurrentPalette().Over)
	width, height := s.entry.Size().Width, min(float32(len(s.found))*s.rowHeight(), s.over.Size().Height-at.Y)
	put(s, at.X, at.Y, width, height)
	put(s.ground, at.X, at.Y, width, height)
}

func (s *suggester) close() {
	s.found, s.chosen, s.entry.KeepsTab = nil, -1, false
	ShowIf(false, s, s.ground)
}

// set sets the text from code, without suggestions.
func (s *suggester) set(text string) {
	s.entry.Write(text)
	s.close()
}

// choose highlights a suggestion, -1 for none.
func (s *suggester) choose(i int) {
	if s.chosen != i {
		s.chosen = i
		s.view.Reveal(max(0, i))
		s.reset()
	}
}

// take writes a suggestion into the entry.
func (s *suggester) take(i int) {
	text := []rune(s.entry.Text)
	end := s.entry.CursorColumn
	before := string(text[:end])
	before = before[:len(before)-s.replace] + s.found[i].Insert
	s.set(before + string(text[end:]))
	s.entry.CursorColumn = len([]rune(before))
	focusIn(s.entry, s.over)
	s.entry.Refresh()
	if strings.HasSuffix(before, "(") || strings.HasSuffix(before, `("`) {
		s.suggest() // a function's values
	}
}

// pressed takes a key of the entry, and says whether it was for the list.
func (s *suggester) pressed(k *fyne.KeyEvent) bool {
	n := len(s.found)
	switch {
	case k.Name == fyne.KeyDown && n == 0:
		s.suggest()
	case n == 0:
		return false
	case k.Name == fyne.KeyDown:
		s.choose((s.chosen + 1) % n)
	case k.Name == fyne.KeyUp:
		s.choose((max(s.chosen, 0) + n - 1) % n)
	case k.Name == fyne.KeyTab:
		s.take(max(0, s.chosen))
	case (k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter) && s.chosen >= 0:
		s.take(s.chosen)
	case k.Name == fyne.KeyEscape:
		s.close()
	case k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter:
		s.close()
		return false
	default:
		return false
	}
	return true
}

func (s *suggester) row(l *line, i int) {
	p, mono, text := CurrentPalette(), monoFont(), textFont(false)
	l.ground = p.Over
	doc := p.Faint
	if i == s.chosen {
		l.ground, doc = p.AccentSoft, p.Text
	}
	f := &s.found[i]
	l.add(piece{x: lineMargin, text: f.Name, face: mono, colour: p.Text})
	if x := lineMargin + mono.width(f.Name) + 12; x < s.width-lineMargin {
		l.add(piece{x: x, text: f.Doc, face: text, colour: doc})
	}
}
