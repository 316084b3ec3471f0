package ui

import "fyne.io/fyne/v2/widget"

// NewSelect returns a list of names to choose from, of which one is chosen.
func NewSelect(names []string, chosen string, changed func(name string)) *widget.Select {
	s := widget.NewSelect(names, nil)
	s.Selected, s.OnChanged = chosen, changed
	return s
}

// NewCheck returns a box that is ticked or not.
func NewCheck(name string, on bool, changed func(on bool)) *widget.Check {
	c := widget.NewCheck(name, nil)
	c.Checked, c.OnChanged = on, changed
	return c
}

// Choices are values that have names.
type Choices[T comparable] []struct {
	Name  string
	Value T
}

// Named returns values by their own names, behind none for the zero value.
func Named[T interface {
	comparable
	String() string
}](none string, list ...T) Choices[T] {
	c := make(Choices[T], 1, 1+len(list))
	c[0].Name = none
	for _, v := range list {
		c = append(c, struct {
			Name  string
			Value T
		}{v.String(), v})
	}
	return c
}

// Names returns the names.
func (c Choices[T]) Names() []string {
	names := make([]string, len(c))
	for i := range c {
		names[i] = c[i].Name
	}
	return names
}

// Of returns the value of a name, the first one when nothing has it.
func (c Choices[T]) Of(name string) T {
	for _, v := range c {
		if v.Name == name {
			return v.Value
		}
	}
	return c[0].Value
}

// Name returns the name of a value, that of the first one when it has none.
func (c Choices[T]) Name(value T) string {
	for _, v := range c {
		if v.Value == value {
			return v.Name
		}
	}
	return c[0].Name
}
