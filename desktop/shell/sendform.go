package shell

import (
	"errors"
	"fmt"
	"image/color"
	"strings"

	"fragscope/desktop/send"
	"fragscope/desktop/state"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

type sendForm struct {
	view    *sendView
	box     *fyne.Container
	content *container.Scroll
	boxes   map[string]*ui.Check  // by key of the field and name of the bit, for tests
	entries map[string]*ui.Entry  // by key of the field
	choices map[string]*ui.Select // by key of the field
	keys    string                // what the form was made for
	rows    []send.Row
	wrong   map[string]error // what was typed and is no value, by key of the field
	typing  string           // key of the field that is being changed, whose text stays as it is typed
}

func newSendForm(v *sendView) *sendForm {
	f := &sendForm{view: v, box: container.New(layout.NewVBoxLayout()), wrong: map[string]error{}}
	bar := canvas.NewRectangle(color.Transparent) // room for the scroll bar beside the boxes
	bar.SetMinSize(fyne.NewSize(theme.ScrollBarSize(), 0))
	f.content = container.NewVScroll(ui.NewBorder(nil, nil, nil, bar, f.box))
	return f
}

// show rebuilds the form, unless only values changed: what has the focus keeps it then.
func (f *sendForm) show() {
	f.rows = f.view.draft.Rows()
	keys := ""
	for i := range f.rows {
		keys += fmt.Sprintln(f.rows[i].Key, f.rows[i].Input)
	}
	if keys != f.keys {
		f.keys = keys
		f.make()
		return
	}
	for i := range f.rows {
		r := &f.rows[i]
		for _, c := range r.Choices {
			if b := f.boxes[r.Key+" "+c.Name]; b != nil {
				b.Tick(c.On)
			}
			if s := f.choices[r.Key]; s != nil && c.On {
				s.Choose(c.Name)
			}
		}
		if e := f.entries[r.Key]; e != nil && r.Key != f.typing && f.wrong[r.Key] == nil && e.Text != r.Value {
			e.SetText(r.Value)
		}
	}
}

// renew shows the fields of other bytes: what was typed and is no value is gone.
func (f *sendForm) renew() {
	for key := range f.wrong {
		f.settle(key, nil)
	}
	f.show()
}

// typed takes what stands in the entry of row i, at each keystroke. What is no value stays, is red, and is not sent.
func (f *sendForm) typed(i int, text string) {
	r := f.rows[i]
	if text == r.Value {
		if f.wrong[r.Key] != nil {
			f.settle(r.Key, nil)
			f.view.tell()
		}
		return
	}
	err := f.view.draft.Give(r, text)
	if err != nil {
		err = errors.New(r.Name + ": " + strings.TrimPrefix(err.Error(), r.Key+": "))
	}
	f.settle(r.Key, err)
	if err != nil {
		f.view.tell()
		return
	}
	f.typing = r.Key
	f.view.refresh(true)
	f.typing = ""
}

func (f *sendForm) settle(key string, err error) {
	if err == nil {
		delete(f.wrong, key)
	} else {
		f.wrong[key] = err
	}
	if e := f.entries[key]; e != nil {
		e.SetWrong(err)
	}
}

func (f *sendForm) fault() (*ui.Entry, error) {
	for i := range f.rows {
		if err := f.wrong[f.rows[i].Key]; err != nil {
			return f.entries[f.rows[i].Key], err
		}
	}
	return nil, nil
}

func (f *sendForm) make() {
	column, typing := 0, f.entries[f.typing]
	if typing != nil {
		column = typing.CursorColumn
	}
	f.boxes, f.entries, f.choices = map[string]*ui.Check{}, map[string]*ui.Entry{}, map[string]*ui.Select{}
	f.box.Objects = nil
	for i := range f.rows {
		f.box.Add(f.row(i))
	}
	f.box.Refresh()
	if e := f.entries[f.typing]; e != nil && typing != nil { // other fields came or went while this one is typed
		e.SetText(typing.Text)
		e.CursorColumn = column
		f.view.shell.win.Canvas().Focus(e)
		return
	}
	clear(f.wrong)
	f.content.ScrollToTop()
}

// row returns what shows and changes row i. Callbacks look up the field by the
// place of the row: it stays as long as the form does.
func (f *sendForm) row(i int) fyne.CanvasObject {
	r := &f.rows[i]
	name := widget.NewLabel(state.Escape(r.Name))
	name.Truncation = fyne.TextTruncateEllipsis
	var what fyne.CanvasObject
	switch r.Input {
	case send.InputText:
		e := ui.NewEntry("")
		if r.Optional {
			e.PlaceHolder = "left out"
		}
		e.Text = r.Value
		e.OnChanged = func(text string) { f.typed(i, text) }
		e.OnLeft = f.show // as the field has it, such as 16 for 0x10
		f.entries[r.Key] = e
		what = e
	case send.InputChoice:
		var names []string
		selected := ""
		for _, c := range r.Choices {
			names = append(names, c.Name)
			if c.On {
				selected = c.Name
			}
		}
		s := ui.NewSelect(names, selected, func(name string) {
			for _, c := range f.rows[i].Choices {
				if c.Name == name && !c.On {
					f.view.edit(func() error { return f.view.draft.Pick(f.rows[i].Field, c.Value) })
				}
			}
		})
		f.choices[r.Key] = s
		what = s
	case send.InputBoxes:
		all := container.NewGridWithColumns(2)
		for _, c := range r.Choices {
			b := ui.NewCheck(c.Name, c.On, func(on bool) {
				f.view.edit(func() error { return f.view.draft.Tick(f.rows[i].Field, c.Value, on) })
			})
			f.boxes[r.Key+" "+c.Name] = b
			all.Add(b)
		}
		what = all
	default:
		name.TextStyle.Bold = r.Value == ""
		l := widget.NewLabelWithStyle(state.Escape(r.Value), fyne.TextAlignLeading, fyne.TextStyle{Monospace: true})
		l.Truncation = fyne.TextTruncateEllipsis
		what = l
	}
	return container.New(&formRow{}, name, what)
}

// A formRow gives the name of a field a third of the row, and the rest to what changes it.
type formRow struct{}

func (*formRow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	third := min(size.Width*0.36, theme.TextSize()*12)
	top := objects[0].MinSize().Height
	objects[0].Resize(fyne.NewSize(third, top))
	objects[0].Move(fyne.NewPos(0, 0))
	objects[1].Resize(fyne.NewSize(size.Width-third, max(top, size.Height)))
	objects[1].Move(fyne.NewPos(third, 0))
}

func (*formRow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	a, b := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(theme.TextSize()*8+b.Width, max(a.Height, b.Height))
}
