package ui

import (
	"strconv"

	"fragscope/decoder/explain"
	specs "fragscope/decoder/protocol"
	"fragscope/decoder/view"

	"fyne.io/fyne/v2"
)

func (i *Inspector) Menu() *fyne.Menu {
	m := fyne.NewMenu("")
	add := func(group ...*fyne.MenuItem) {
		if len(group) > 0 && len(m.Items) > 0 {
			m.Items = append(m.Items, fyne.NewMenuItemSeparator())
		}
		m.Items = append(m.Items, group...)
	}
	add(i.fieldItems()...)
	if i.OnField != nil && i.x.Row() >= 0 {
		add(i.OnField()...)
	}
	add(fyne.NewMenuItem("Copy value", i.CopyValue),
		fyne.NewMenuItem("Copy field as a line", i.CopyField),
		CopyMenu(i.CopyBytes))
	if i.OnSend != nil {
		add(fyne.NewMenuItem("Send this packet", i.OnSend))
	}
	add(fyne.NewMenuItem("Open all groups", func() { i.x.SetAllOpen(true) }),
		fyne.NewMenuItem("Close all groups", func() { i.x.SetAllOpen(false) }))
	return m
}

func (i *Inspector) fieldItems() (list []*fyne.MenuItem) {
	row := i.x.Row()
	if row < 0 {
		return nil
	}
	if i.tree.OnEdit != nil {
		list = append(list, fyne.NewMenuItem("Edit value (F2)", func() { i.tree.OnEdit(row) }))
	}
	m := i.x.Message()
	field := view.Shown(m, i.x.Tree().Field(row))
	value := m.Text(field)
	if i.OnFilter != nil && value != "" && !i.x.Tree().Bit(row) {
		expression := "field(" + strconv.Quote(m.Key(field)) + ", " + strconv.Quote(value) + ")"
		list = append(list, fyne.NewMenuItem("Use as filter", func() { i.OnFilter(expression) }))
	}
	if shown, ok := i.x.SelectedValue(); ok && shown != "" {
		list = append(list, fyne.NewMenuItem("Find this value", func() { i.search.entry.SetText(shown) }))
	}
	if w, ok := i.x.Watch(); ok && i.OnWatch != nil {
		list = append(list, fyne.NewMenuItem("Watch this field", func() { i.OnWatch(w) }))
	}
	if link := specOf(i.x.Tree().Key(row)); link != "" {
		list = append(list, fyne.NewMenuItem("Open in specification", func() { OpenSpec(link) }))
	}
	return list
}

// specOf returns where the specification of a protocol explains a key, "" for nowhere.
func specOf(key string) string {
	for _, e := range explain.Explain(key) {
		if e.Field == nil {
			continue
		}
		if links := specs.Links(e.Field.Source); len(links) > 0 {
			return links[0]
		}
	}
	return ""
}
