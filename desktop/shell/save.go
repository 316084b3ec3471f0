package shell

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fragscope/desktop/session"
	"fragscope/desktop/state"
	"fragscope/desktop/store"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
)

// Everything that a person has written into a file goes through askTarget: no
// file is touched before a name was confirmed, one that exists is replaced only
// when that was confirmed too, and then as a whole.

// askTarget asks where to write a file, or several into a folder. then is given
// the path and what writes there.
func (s *Shell) askTarget(title, action, path string, folder bool, then func(path string, write store.Writer)) {
	s.askPath(title, action, path, func(path string) { s.confirm(path, folder, then) }, s.browseFolder)
}

// confirm asks before anything that exists is replaced.
func (s *Shell) confirm(path string, folder bool, then func(path string, write store.Writer)) {
	path, err := filepath.Abs(path)
	if err != nil {
		s.said.fail(err)
		return
	}
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if to, err := os.Stat(path); err == nil {
			info = to
		}
	}
	what := ""
	switch {
	case errors.Is(err, fs.ErrNotExist):
		then(path, store.Create)
		return
	case err != nil:
		s.said.fail(err)
		return
	case info.IsDir() && !folder:
		s.said.fail(fmt.Errorf("%s is a folder: add the name of a file", path))
		return
	case info.IsDir():
		list, err := os.ReadDir(path)
		if err != nil {
			s.said.fail(err)
			return
		}
		if len(list) == 0 {
			then(path, store.Create)
			return
		}
		what = fmt.Sprintf("The folder %s holds %s. Those with the names of new files are replaced.", path, plural(len(list), "file", "files"))
	case folder:
		s.said.fail(fmt.Errorf("%s is a file: name a folder, because there are several files", path))
		return
	case info.Mode()&fs.ModeSymlink != 0:
		s.said.fail(fmt.Errorf("%s is a link that leads nowhere: choose another name", path))
		return
	case !info.Mode().IsRegular():
		s.said.fail(fmt.Errorf("%s: %w: choose another name", path, store.ErrIrregular))
		return
	default:
		what = fmt.Sprintf("%s exists already: %s, of %s. What is in it will be lost.", path, plural(int(info.Size()), "byte", "bytes"), info.ModTime().Format(time.DateTime))
	}
	s.question("Replace?", what, "Replace", "Keep", func(yes bool) {
		if yes {
			then(path, store.Write)
			return
		}
		s.said.done("Nothing was written.")
	})
}

// browseFolder has the folder of a file chosen. The file itself is named by
// hand: Fyne's dialog for saving opens what is chosen, and so empties it.
func (s *Shell) browseFolder(in *entry) {
	d := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if folder != nil && err == nil {
			in.SetText(filepath.Join(folder.Path(), filepath.Base(in.Text)))
		}
	}, s.win)
	if folder, err := storage.ListerForURI(storage.NewFileURI(filepath.Dir(in.Text))); err == nil {
		d.SetLocation(folder)
	}
	d.Show()
}

// askSave asks where to save the session in front.
func (s *Shell) askSave() { s.askSaveList("Save session", s.sessionDatagrams()) }

// askSaveAll asks where to save everything that was sent and received.
func (s *Shell) askSaveAll() {
	title := "Save all traffic"
	if s.logCut {
		title = fmt.Sprintf("Save all traffic, the first %d MB", maxLog>>20)
	}
	s.askSaveList(title, s.log)
}

func (s *Shell) askSaveList(title string, list []state.Datagram) {
	if len(list) == 0 {
		s.said.fail(errors.New("there is nothing to save yet: query a server, or paste a packet, first"))
		return
	}
	list = append([]state.Datagram(nil), list...)
	s.askTarget(title+" as pcapng", "Save", s.folder()+s.sessionName()+".pcapng", false, func(path string, write store.Writer) { s.save(path, write, list) })
}

// sessionName returns what a file of the session may be called.
func (s *Shell) sessionName() string {
	name := s.view()
	if server := s.servers.current(); server != nil && s.view() == viewServers && !s.settings.HideAddresses {
		name = server.Address
	}
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '-'
	}, strings.ToLower(name)), "-.")
}

// save writes datagrams as a capture, off the screen's goroutine.
func (s *Shell) save(path string, write store.Writer, list []state.Datagram) {
	record := s.opts.Record
	o := session.Options{Hide: s.settings.HideAddresses, Write: write}
	s.said.done("Saving %s…", path)
	s.working.Go(func() {
		err := session.Save(path, list, record, o)
		s.post(func() {
			if err != nil {
				s.said.fail(fmt.Errorf("not saved: %w", err))
				return
			}
			s.settings.Opened(path)
			s.saveSettings()
			s.win.SetMainMenu(s.menu())
			s.said.done("Saved %s as %s.%s", plural(len(list), "datagram", "datagrams"), path, hiding(o.Hide))
		})
	})
}

// hiding says what became of addresses.
func hiding(on bool) string {
	if !on {
		return ""
	}
	return " Addresses were replaced, and crossed out in texts."
}

// askExport asks where to write the packets in front, decoded.
func (s *Shell) askExport(f exportFormat) {
	list := s.inspector().State().Copies()
	if len(list) == 0 {
		s.said.fail(errors.New("there is nothing to export yet: query a server, or paste a packet, first"))
		return
	}
	s.askTarget("Export as "+f.name, "Export", s.folder()+s.sessionName()+"."+f.extension, false, func(path string, write store.Writer) {
		s.exportPackets(path, write, f, list)
	})
}

// exportPackets writes datagrams decoded, off the screen's goroutine.
func (s *Shell) exportPackets(path string, write store.Writer, f exportFormat, list []state.Datagram) {
	o := session.Options{Hide: s.settings.HideAddresses, Write: write}
	s.said.done("Exporting to %s…", path)
	s.working.Go(func() {
		err := session.Export(path, f.format, list, o)
		s.post(func() {
			if err != nil {
				s.said.fail(fmt.Errorf("not exported: %w", err))
				return
			}
			s.said.done("Exported as %s.%s", path, hiding(o.Hide))
		})
	})
}

// longLink is how long a link is when most programs no longer take it, in bytes.
const longLink = 30_000

// chosen is the name of what somebody chose, "" for what is auto-detected.
func chosen[T interface {
	comparable
	String() string
}](v T) string {
	var none T
	if v == none {
		return ""
	}
	return v.String()
}

// copyLink puts a permalink to the packets in front on the clipboard.
func (s *Shell) copyLink() {
	x := s.inspector().State()
	l := session.Link{Current: x.Current()}
	list := x.Copies()
	if s.sessionDatagrams() == nil { // one packet of a capture
		l.Current = 0
	}
	size := 0
	for i := range list {
		size += len(list[i].Data)
	}
	switch {
	case len(list) == 0:
		s.said.fail(errors.New("there is nothing to link to yet: query a server, or paste a packet, first"))
		return
	case size > session.MaxLink:
		s.said.fail(fmt.Errorf("a link holds at most %d MiB, this is %.1f: save the session as a file instead", session.MaxLink>>20, float64(size)/(1<<20)))
		return
	case s.settings.HideAddresses:
		list = state.NewAnonymizer().Datagrams(list)
	}
	for i := range list {
		l.Datagrams = append(l.Datagrams, bytes.Clone(list[i].Data))
	}
	if r, ok := x.Selection(); ok {
		l.Selected = r
	}
	if d, err := x.Source().Datagram(x.Current()); err == nil {
		l.Protocol, l.From = chosen(d.Protocol), chosen(d.From)
	}
	u, err := l.URL(s.settings.LinkPage)
	if err != nil {
		s.said.fail(err)
		return
	}
	s.app.Clipboard().SetContent(u)
	if len(u) > longLink {
		s.said.done("The link is on the clipboard. It is %d kB long, more than some programs take: save the session as a file instead.%s", len(u)/1000, hiding(s.settings.HideAddresses))
		return
	}
	s.said.done("The link to %s is on the clipboard: %d bytes.%s", plural(len(list), "packet", "packets"), len(u), hiding(s.settings.HideAddresses))
}
