package shell

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"fragscope/analyzer/scan"
	"fragscope/desktop/report"
	"fragscope/desktop/store"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
)

func (s *Shell) captureMenu() *fyne.Menu {
	in := func(f func(v *ui.CaptureView)) func() {
		return func() {
			s.Show(viewCaptures)
			f(s.captures)
		}
	}
	var formats []group
	for _, g := range report.Formats() {
		list := items(g.Formats, func(_ int, f report.Format) *fyne.MenuItem {
			return item(f.Name+"…", nil, s.try(func() error { return s.askReport(&f) }))
		})
		if g.Name == "" {
			formats = append(formats, list)
			continue
		}
		formats[len(formats)-1] = append(formats[len(formats)-1], submenu(g.Name, list))
	}
	return grouped("Capture",
		group{
			item("Capture from interface…", nil, s.try(s.askInterface)),
			onlyIf(s.menuFor.reading, item("Stop reading or capturing", nil, in((*ui.CaptureView).Cancel))),
		},
		group{ // whose menu is high: near the top there is room for it in a small window
			submenu("Export capture as", formats...),
			onlyIf(s.menuFor.exporting, item("Stop exporting", nil, s.endExport)),
		},
		items(ui.CaptureTabs, func(i int, name string) *fyne.MenuItem {
			// the keys are those of the servers' tabs, whose item is found first: see part
			return item(name, altDigit(i), in(func(v *ui.CaptureView) { v.ShowTab(i) }))
		}),
		group{
			item("Next exchange", control(fyne.KeyRightBracket), in((*ui.CaptureView).NextExchange)),
			item("Previous exchange", control(fyne.KeyLeftBracket), in((*ui.CaptureView).PreviousExchange)),
		},
	)
}

// focusFilter puts the keyboard into the filter of what is in front: packets of a capture, or servers.
func (s *Shell) focusFilter() {
	if s.view() == viewCaptures {
		s.captures.FocusFilter()
		return
	}
	s.Show(viewServers)
	s.win.Canvas().Focus(s.servers.filter)
}

// part shows a part of what is in front: of a capture, or of what is known about a server.
func (s *Shell) part(i int) {
	if s.view() == viewCaptures {
		s.captures.ShowTab(min(i, len(ui.CaptureTabs)-1))
		return
	}
	s.Show(viewServers)
	s.servers.details.tabs.SelectIndex(i)
}

func (s *Shell) askReport(f *report.Format) error {
	captured, filter := s.captures.Path(), s.captures.FilterText()
	switch {
	case captured == "":
		return errors.New("there is no capture to export yet: open one first")
	case s.settings.HideAddresses:
		return errors.New("a report names the addresses of servers and clients, which are hidden now: show them first " +
			"(View, Hide addresses)")
	}
	name := strings.TrimSuffix(s.captures.Capture().Name(), filepath.Ext(captured)) + "-" + reportName(f)
	title := "Export: " + f.Name
	if f.Folder() {
		title += ", into a folder"
	}
	if filter != "" {
		title += " (packets that pass the filter)"
	}
	s.askTarget(title, "Export", s.folder()+name, f.Folder(), func(path string, write store.Writer) {
		s.status.error(s.exportCapture(captured, path, write, f, filter))
	})
	return nil
}

func reportName(f *report.Format) string {
	name := strings.ToLower(strings.Fields(f.Name)[0])
	if f.Folder() {
		return name
	}
	return name + "." + f.Extension
}

// exportCapture exports a capture, off the screen's goroutine. Stop ends it, and so does closing the window.
func (s *Shell) exportCapture(captured, path string, write store.Writer, f *report.Format, expression string) error {
	if s.stopExport != nil {
		return errors.New("another export is not done yet: wait for it, or stop it (Capture, Stop exporting)")
	}
	ctx, cancel := context.WithCancel(s.ctx)
	s.stopExport = cancel
	s.renewMenu()
	progress := &scan.Progress{}
	s.every(ctx, 250*time.Millisecond, func() {
		if all := progress.Total.Load(); all > 0 && ctx.Err() == nil {
			s.status.info("Exporting to %s: %d %%", path, min(100, 100*progress.Bytes.Load()/all))
		}
	})
	s.beside("Exporting to "+path, "not exported", func() error {
		err := report.Write(ctx, captured, path, write, f, expression, progress)
		cancel()
		s.post(func() {
			s.stopExport = nil
			s.renewMenu()
		})
		return err
	}, func() { s.status.success("Exported to %s.", path) })
	return nil
}

func (s *Shell) endExport() {
	if s.stopExport != nil {
		s.stopExport()
	}
}
