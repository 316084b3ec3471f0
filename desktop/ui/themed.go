package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A themed widget has tabs that all take a new theme: Fyne refreshes only the one in front.
type themed struct {
	widget.BaseWidget
	tabs *container.AppTabs
}

// Themed returns tabs that all follow the theme.
func Themed(tabs *container.AppTabs) fyne.CanvasObject {
	t := &themed{tabs: tabs}
	t.ExtendBaseWidget(t)
	return t
}

func (t *themed) CreateRenderer() fyne.WidgetRenderer {
	return &renderer{
		min: t.tabs.MinSize, layout: t.tabs.Resize, refresh: t.tabs.Refresh,
		objects: func() []fyne.CanvasObject {
			list := []fyne.CanvasObject{t.tabs}
			for _, tab := range t.tabs.Items {
				if !tab.Content.Visible() { // which nothing draws
					list = append(list, tab.Content)
				}
			}
			return list
		},
	}
}
