package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A ChoiceBar shows a few choices side by side, of which one is pressed, as tabs do.
type ChoiceBar struct {
	widget.BaseWidget
	Options   []string
	Selected  string
	OnChanged func(name string)
	labels    map[string]string // of the choices that are shown
	buttons   map[string]*Button
	box       *fyne.Container
}

func NewChoiceBar(options []string, changed func(name string)) *ChoiceBar {
	b := &ChoiceBar{Options: options, OnChanged: changed, box: container.NewHBox()}
	b.buttons, b.labels = map[string]*Button{}, map[string]string{}
	for _, name := range options {
		b.labels[name] = name
		b.buttons[name] = NewButton(name, func() { b.SetSelected(name) })
		b.box.Add(b.buttons[name])
	}
	b.ExtendBaseWidget(b)
	b.mark()
	return b
}

func (b *ChoiceBar) SetSelected(name string) {
	b.Selected = name
	b.mark()
	if b.OnChanged != nil {
		b.OnChanged(name)
	}
}

// SetLabels says what is written on the choices; those without a label are not shown,
// unless they are pressed. It reports whether that changes anything.
func (b *ChoiceBar) SetLabels(labels map[string]string) bool {
	same := len(labels) == len(b.labels)
	for name, label := range labels {
		same = same && b.labels[name] == label
	}
	if !same {
		b.labels = labels
		b.mark()
	}
	return !same
}

// Label returns what is written on a choice, "" when it is not shown.
func (b *ChoiceBar) Label(name string) string {
	if !b.buttons[name].Visible() {
		return ""
	}
	return b.buttons[name].Text
}

func (b *ChoiceBar) mark() {
	for _, name := range b.Options {
		button := b.buttons[name]
		button.Importance = widget.LowImportance
		if name == b.Selected {
			button.Importance = widget.MediumImportance
		}
		label, shown := b.labels[name]
		if !shown {
			label = name
		}
		button.Text = label
		button.Refresh()
		ShowIf(shown || name == b.Selected, button)
	}
	b.box.Refresh()
	b.Refresh()
}

func (b *ChoiceBar) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(b.box) }
