package send

import (
	"errors"
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/wire"
)

// An option is a field that a request may have: the usual one has none, and a detail that a user gives brings it.
type option struct {
	key   string
	with  *decoder.Message // the request with it
	field int              // in with
}

func (d *Draft) options() (list []option) {
	base := decoder.Query{Protocol: d.Protocol, Message: d.Request}
	plain, err := decoder.AppendRequest(nil, &base)
	if err != nil {
		return nil
	}
	a := d.decoded(plain)
	for _, s := range decoder.Settings(d.Protocol) {
		if s.Example == "" {
			continue
		}
		q := base
		if s.Set(&q, s.Example) != nil {
			continue
		}
		b, err := decoder.AppendRequest(nil, &q)
		if err != nil || len(b) == len(plain) {
			continue
		}
		m := d.decoded(b)
		if m.Info != a.Info {
			continue
		}
		changes := edit.Diff(a, m)
		if len(changes) != 1 || changes[0].Kind != edit.Added || m.Fields[changes[0].B].Kind == wire.KindGroup {
			continue
		}
		list = append(list, option{m.Key(changes[0].B), m, changes[0].B})
	}
	return list
}

// withOptions adds the optional fields to the rows; those that are left out have no field and value.
func (d *Draft) withOptions(rows []Row) []Row {
	for _, o := range d.options() {
		if i := slices.IndexFunc(rows, func(r Row) bool { return r.Key == o.key }); i >= 0 {
			rows[i].Optional, rows[i].Input, rows[i].Choices = true, InputText, nil
			continue
		}
		at := len(rows)
		for i := o.field - 1; i >= 0; i-- {
			key := o.with.Key(i)
			if j := slices.IndexFunc(rows, func(r Row) bool { return r.Key == key }); j >= 0 {
				at = j + 1
				break
			}
		}
		left := Row{Field: -1, Name: o.with.Name(o.field), Key: o.key, Input: InputText, Optional: true}
		rows = slices.Insert(rows, at, left)
	}
	return rows
}

func (d *Draft) Give(r Row, value string) error {
	if r.Optional {
		return d.SetOptional(r.Key, value)
	}
	return d.Change(r.Field, value)
}

// SetOptional gives an optional field a value; it comes into the request where it was left out, and "" takes it out.
func (d *Draft) SetOptional(key, value string) error {
	if d.Message == nil {
		return errNothing
	}
	at := d.Message.Find(key, 0)
	switch {
	case value == "" && at < 0:
		return nil
	case value == "":
		return d.apply(func() ([]byte, error) { return edit.Remove(d.Message, at) })
	case at >= 0:
		return d.Change(at, value)
	}
	for _, o := range d.options() {
		if o.key != key {
			continue
		}
		return d.apply(func() ([]byte, error) {
			b, err := edit.Insert(d.Message, o.with, o.field)
			if err != nil {
				return nil, err
			}
			m := d.decoded(b)
			return edit.Edit(m, m.Find(key, 0), value)
		})
	}
	return errors.New("the request has no such field")
}
