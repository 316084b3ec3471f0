package ui

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// A shape is a way to arrange the parts.
type shape struct {
	wide  bool // bytes beside the fields
	above bool // the list of datagrams above them, not beside
	list  bool // with the list of datagrams
	said  bool // with the line about the server
	made  bool

	fields float64 // share of the fields above the bytes
}

// mostBytes is how many rows of bytes the room below the fields has, as far as those
// keep the half of it that they need to be read.
const mostBytes = 8

// fieldsShare returns the share of the fields above the bytes in a height: usual, or
// less where the bytes would have less than their rows.
func (i *Inspector) fieldsShare(height float32) float64 {
	const usual = 0.55
	if height <= 0 {
		return usual
	}
	share := 1 - float64((i.hex.heightFor(mostBytes)+14)/height)
	return math.Floor(100*max(0.2, min(usual, share))) / 100
}

// wideFrom is the width from which the bytes are beside the fields, in sizes
// of plain text, so that large text counts as less room.
const wideFrom = 1050.0 / 13

// aboveFrom is the height from which the list of datagrams is above the rest, with
// all of its columns; it is there as well below besideFrom, a width.
const (
	aboveFrom  = 400.0 / 13
	besideFrom = 560.0 / 13
)

// saidFrom is the height from which there is a line for what the server says: below,
// each line is one less of fields and bytes.
const saidFrom = 300.0 / 13

const aboveShare = 0.3

// arrange puts the parts where there is room for them.
func (i *Inspector) arrange() {
	width, height := i.Size().Width, i.Size().Height
	if width == 0 {
		return
	}
	letter := textFont(false).size
	want := shape{wide: width >= wideFrom*letter, above: width < besideFrom*letter || height >= aboveFrom*letter,
		list: i.x.Source().Len() > 1, said: height >= saidFrom*letter, made: true}
	if !want.wide {
		room := height - i.search.box.MinSize().Height - 2*theme.Padding()
		if want.said {
			room -= i.result.MinSize().Height
		}
		if want.list && want.above {
			room *= 1 - aboveShare
		}
		want.fields = i.fieldsShare(room)
	}
	if want == i.shape {
		return
	}
	switch {
	case !want.wide && !slices.Contains(i.tabs.Items, i.tabDetail):
		i.tabs.Append(i.tabDetail)
	case want.wide:
		if i.tabs.Selected() == i.tabDetail {
			i.tabs.Select(i.tabFields)
		}
		i.tabs.Remove(i.tabDetail)
		i.detail.Show() // tabs hide what they do not show
	}
	i.shape = want

	const listShare = 0.22
	var middle fyne.CanvasObject
	if want.wide {
		rest := width
		if want.list && !want.above {
			rest *= 1 - listShare
		}
		share := 1 - float64((i.hex.widthFor(16)+scrollBarWidth()+8)/rest)
		middle = i.split("wide", false, max(0.4, min(share, 0.6)), i.themed, i.split("right", true, 0.6, i.hex, i.detail))
	} else {
		middle = i.split("narrow", true, want.fields, i.themed, i.hex)
	}
	if i.below = nil; want.said {
		i.below = NewBorder(i.result, nil, nil, nil, middle)
		middle = i.below
	}
	switch {
	case want.list && want.above:
		middle = i.split("above", true, aboveShare, i.list.grid, middle)
	case want.list:
		share := listShare
		if !want.wide {
			share = 0.24
		}
		middle = i.split("list", false, share, i.list.grid, middle)
	}
	bar := NewBorder(nil, nil, nil, container.NewHBox(i.worker.content, i.search.box), i.status)
	i.worker.changed = bar.Refresh
	i.content.Objects = []fyne.CanvasObject{NewBorder(nil, bar, nil, nil, middle)}
	i.content.Refresh()
}

// A divider is between two parts.
type divider struct {
	split *Split
	first float64 // where it stood before anybody moved it
}

// split puts two parts beside each other, or below, with a divider that stays where a person moved it to.
func (i *Inspector) split(name string, below bool, offset float64, a, b fyne.CanvasObject) *Split {
	d := i.splits[name]
	if d == nil {
		d = &divider{first: offset}
		i.splits[name] = d
	} else if d.split.Offset != d.first {
		offset = d.split.Offset
	} else {
		d.first = offset
	}
	d.split = NewHSplit(a, b)
	if below {
		d.split = NewVSplit(a, b)
	}
	d.split.Offset = offset
	return d.split
}
