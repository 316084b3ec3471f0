package shell

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"

	"fragscope/desktop/settings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// accents are the colours that what is selected may have; "blue" is the
// theme's own. They are told apart by people with any colour vision, and can be
// read on dark and on light ground.
var accents = map[string]color.Color{
	"orange": color.NRGBA{0xd5, 0x7f, 0x00, 0xff},
	"green":  color.NRGBA{0x00, 0x92, 0x6b, 0xff},
	"purple": color.NRGBA{0xb4, 0x63, 0x97, 0xff},
	"grey":   color.NRGBA{0x7a, 0x82, 0x8f, 0xff},
}

var accentNames = []string{"blue", "orange", "green", "purple", "grey"}

// showPreferences shows the settings. What is chosen applies at once, what is
// typed once it is confirmed with Return, left or closed.
func (s *Shell) showPreferences() {
	set := func(change func(*settings.Settings)) {
		change(&s.settings)
		s.changed()
	}
	choice := func(names []string, now string, set func(string)) *widget.Select {
		w := widget.NewSelect(names, nil)
		w.Selected = now
		w.OnChanged = set
		return w
	}
	check := func(name string, now bool, set func(bool)) *widget.Check {
		w := widget.NewCheck(name, nil)
		w.Checked = now
		w.OnChanged = set
		return w
	}
	var typed []func() // each applies what was typed somewhere
	text := func(now string, check func(string) error, set func(string)) *entry {
		e := newEntry("", nil)
		e.Text, e.Validator = now, check
		apply := func() {
			if e.Text != now && (check == nil || check(e.Text) == nil) {
				now = e.Text
				set(now)
			}
		}
		e.OnSubmitted, e.left = func(string) { apply() }, apply
		typed = append(typed, apply)
		return e
	}
	number := func(now, least, most int, unit string, change func(v *settings.Settings, n int)) fyne.CanvasObject {
		e := text(strconv.Itoa(now), func(text string) error {
			if n, err := strconv.Atoi(text); err != nil || n < least || n > most {
				return fmt.Errorf("expected a number from %d to %d", least, most)
			}
			return nil
		}, func(text string) {
			n, _ := strconv.Atoi(text) // it was checked
			set(func(v *settings.Settings) { change(v, n) })
		})
		return container.NewBorder(nil, nil, nil, widget.NewLabel(unit), e)
	}
	themes := choice(themeNames, themeNames[max(0, slices.Index(settings.Themes, s.settings.Theme))], func(name string) {
		set(func(v *settings.Settings) { v.Theme = settings.Themes[slices.Index(themeNames, name)] })
	})
	scale := widget.NewSlider(0.7, 2.5)
	scale.Step = 0.05
	scale.Value = s.settings.Scale
	scale.OnChangeEnded = func(f float64) { set(func(v *settings.Settings) { v.Scale = f }) }
	link := text(s.settings.LinkPage, nil, func(text string) { set(func(v *settings.Settings) { v.LinkPage = text }) })
	link.PlaceHolder = "https://…"

	look := widget.NewForm(
		widget.NewFormItem("Theme", themes),
		widget.NewFormItem("Accent", choice(accentNames, s.settings.Accent, func(name string) { set(func(v *settings.Settings) { v.Accent = name }) })),
		widget.NewFormItem("Size", scale),
	)
	queries := widget.NewForm(
		widget.NewFormItem("Timeout", number(s.settings.TimeoutMS, int(settings.MinTimeout.Milliseconds()), int(settings.MaxTimeout.Milliseconds()), "ms",
			func(v *settings.Settings, n int) { v.TimeoutMS = n })),
		widget.NewFormItem("A reply ends after", number(s.settings.QuietMS, 50, 10_000, "ms of silence", func(v *settings.Settings, n int) { v.QuietMS = n })),
		widget.NewFormItem("Retries", number(s.settings.Retries, 0, 10, "", func(v *settings.Settings, n int) { v.Retries = n })),
		widget.NewFormItem("Refresh", choice(refreshNames(), s.refreshName(), func(name string) { s.servers.refresh.SetSelected(name) })),
	)
	privacy := container.NewVBox(
		check("Hide addresses on the screen and in saved files", s.settings.HideAddresses, func(on bool) { set(func(v *settings.Settings) { v.HideAddresses = on }) }),
		widget.NewForm(widget.NewFormItem("Permalink page", link)),
	)
	var kinds []fyne.Disableable
	each := func(name string, now bool, change func(*settings.Settings, bool)) *widget.Check {
		c := check(name, now, func(on bool) { set(func(v *settings.Settings) { change(v, on) }) })
		kinds = append(kinds, c)
		return c
	}
	enable := func(on bool) {
		for _, k := range kinds {
			if on {
				k.Enable()
			} else {
				k.Disable()
			}
		}
	}
	notify := container.NewVBox(
		check("Notify about watched servers", s.settings.Notify, func(on bool) {
			set(func(v *settings.Settings) { v.Notify = on })
			enable(on)
		}),
		each("when a player joins", s.settings.NotifyPlayers, func(v *settings.Settings, on bool) { v.NotifyPlayers = on }),
		each("when the map changes", s.settings.NotifyMap, func(v *settings.Settings, on bool) { v.NotifyMap = on }),
		each("when a server stops or starts answering", s.settings.NotifyState, func(v *settings.Settings, on bool) { v.NotifyState = on }),
	)
	enable(s.settings.Notify)
	tabs := container.NewAppTabs(
		container.NewTabItem("Appearance", look),
		container.NewTabItem("Queries", queries),
		container.NewTabItem("Privacy", privacy),
		container.NewTabItem("Notifications", notify),
	)
	d := dialog.NewCustom("Preferences", "Close", tabs, s.win)
	d.SetOnClosed(func() {
		for _, apply := range typed {
			apply()
		}
	})
	s.show(d, theme.TextSize()*42, theme.TextSize()*30)
}

func refreshNames() []string {
	var names []string
	for _, r := range refreshes {
		names = append(names, r.name)
	}
	return names
}

func (s *Shell) refreshName() string {
	name := refreshes[0].name
	for _, r := range refreshes {
		if r.seconds <= s.settings.RefreshS {
			name = r.name
		}
	}
	return name
}
