package shell

import (
	"fmt"
	"image/color"
	"strconv"

	"fragscope/desktop/settings"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// accents are told apart by people with any colour vision, and can be read on dark and on light ground.
var accents = ui.Choices[color.Color]{
	{"Blue", nil},
	{"Orange", color.NRGBA{0xd5, 0x7f, 0x00, 0xff}},
	{"Green", color.NRGBA{0x00, 0x92, 0x6b, 0xff}},
	{"Purple", color.NRGBA{0xb4, 0x63, 0x97, 0xff}},
	{"Grey", color.NRGBA{0x7a, 0x82, 0x8f, 0xff}},
}

var themes = ui.Choices[string]{{"System", ui.System}, {"Dark", ui.Dark}, {"Light", ui.Light}}

// setting returns what changes a setting and applies that.
func setting[T any](s *Shell, at *T) func(T) {
	return func(v T) {
		*at = v
		s.changed()
	}
}

// showPreferences applies what is chosen at once, what is typed on Return, or once it is left or closed.
func (s *Shell) showPreferences() {
	v := &s.settings
	item := widget.NewFormItem
	check := func(name string, at *bool) *ui.Check { return ui.NewCheck(name, *at, setting(s, at)) }
	var typed []func() // each applies what was typed somewhere
	text := func(now string, check func(string) error, set func(string)) *ui.Entry {
		e := ui.NewEntry("")
		e.Text, e.Validator = now, check
		apply := func() {
			if e.Text != now && (check == nil || check(e.Text) == nil) {
				now = e.Text
				set(now)
			}
		}
		e.OnSubmitted, e.OnLeft = func(string) { apply() }, apply
		typed = append(typed, apply)
		return e
	}
	number := func(at *int, b settings.Bounds) fyne.CanvasObject {
		return text(strconv.Itoa(*at), func(text string) error {
			if n, err := strconv.Atoi(text); err != nil || n != b.Clamp(n) {
				return fmt.Errorf("expected a number from %d to %d", b.Min, b.Max)
			}
			return nil
		}, func(text string) {
			n, _ := strconv.Atoi(text) // it was checked
			setting(s, at)(n)
		})
	}
	scale := ui.NewSlider("Size", 0.7, 2.5, 0.05, v.Scale, setting(s, &v.Scale))
	percent := widget.NewLabel("")
	scale.OnChanged = func(f float64) { percent.SetText(fmt.Sprintf("%.0f %%", 100*f)) }
	scale.OnChanged(v.Scale)
	link := text(v.LinkPage, nil, setting(s, &v.LinkPage))
	link.PlaceHolder = "https://…"
	kinds := []fyne.Disableable{
		check("When a player joins", &v.NotifyPlayers),
		check("When the map changes", &v.NotifyMap),
		check("When a server stops or starts answering", &v.NotifyState),
	}
	notify := container.NewVBox(ui.NewCheck("Notify about watched servers", v.Notify, func(on bool) {
		setting(s, &v.Notify)(on)
		ui.EnableIf(on, kinds...)
	}))
	for _, k := range kinds {
		notify.Add(k.(fyne.CanvasObject))
	}
	ui.EnableIf(v.Notify, kinds...)
	tabs := container.NewAppTabs(
		container.NewTabItem("Appearance", widget.NewForm(
			item("Theme", ui.NewSelect(themes.Names(), themes.Name(v.Theme), func(name string) {
				setting(s, &v.Theme)(themes.Of(name))
			})),
			item("Accent", ui.NewSelect(accents.Names(), accents.Name(accents.Of(v.Accent)), setting(s, &v.Accent))),
			item("Size", ui.NewBorder(nil, nil, nil, percent, scale)),
		)),
		container.NewTabItem("Queries", widget.NewForm(
			item("Timeout (ms)", number(&v.TimeoutMS, settings.Timeouts)),
			item("End of reply after silence of (ms)", number(&v.QuietMS, settings.Quiets)),
			item("Retries", number(&v.Retries, settings.Retries)),
			item("Refresh", ui.NewSelect(refreshes.Names(), s.refreshName(), s.servers.refresh.SetSelected)),
		)),
		container.NewTabItem("Privacy", container.NewVBox(
			check("Hide addresses on the screen and in saved files", &v.HideAddresses),
			widget.NewForm(item("Permalink page", link)),
		)),
		container.NewTabItem("Notifications", notify),
	)
	d := s.window("Preferences", "Close", ui.Themed(tabs))
	d.SetOnClosed(func() {
		for _, apply := range typed {
			apply()
		}
	})
	s.show(d, theme.TextSize()*42, 0)
}

func (s *Shell) refreshName() string {
	name := refreshes[0].Name
	for _, r := range refreshes {
		if r.Value <= s.settings.RefreshS {
			name = r.Name
		}
	}
	return name
}
