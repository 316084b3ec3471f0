package shell

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fragscope/desktop/session"
	"fragscope/desktop/state"
	"fragscope/desktop/store"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/widget"
)

// Everything that a person has written into a file goes through askTarget: no
// file is touched before a name was confirmed, one that exists is replaced only
// when that was confirmed too, and then as a whole.

// askTarget asks where to write a file, or several into a folder. then is given the path and what writes there.
func (s *Shell) askTarget(title, action, path string, folder bool, then func(path string, write store.Writer)) {
	s.askPath(title, action, unused(path), func(path string) error { return s.confirm(path, folder, then) },
		s.browseFolder)
}

// unused returns a path where nothing is yet: path, or that with a number.
func unused(path string) string {
	ext := filepath.Ext(path)
	for n := 2; n < 100; n++ {
		if _, err := os.Lstat(path); err != nil {
			break
		}
		stem := strings.TrimSuffix(path, ext)
		if n > 2 {
			stem = strings.TrimSuffix(stem, fmt.Sprintf("-%d", n-1))
		}
		path = fmt.Sprintf("%s-%d%s", stem, n, ext)
	}
	return path
}

// confirm asks before anything that exists is replaced.
func (s *Shell) confirm(path string, folder bool, then func(path string, write store.Writer)) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
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
		if !folder {
			if err := store.Probe(path); err != nil {
				return err
			}
		}
		then(path, store.Create)
		return nil
	case err != nil:
		return err
	case info.IsDir() && !folder:
		return fmt.Errorf("%s is a folder: add the name of a file", path)
	case info.IsDir():
		list, err := os.ReadDir(path)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			then(path, store.Create)
			return nil
		}
		what = fmt.Sprintf("The folder %s holds %s. Those with the names of new files are replaced.", path,
			state.Plural(len(list), "file"))
	case folder:
		return fmt.Errorf("%s is a file: name a folder, because there are several files", path)
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a broken link: choose another name", path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: %w: choose another name", path, store.ErrIrregular)
	default:
		what = fmt.Sprintf("%s already exists (%s, %s). Replace it?", path, state.Plural(int(info.Size()), "byte"),
			info.ModTime().Format("2 Jan 2006, 15:04"))
	}
	replace := s.question("Replace?", what, "Replace", "Cancel", func(yes bool) {
		if yes {
			then(path, store.Write)
			return
		}
		s.status.success("Nothing was written.")
	})
	replace.Importance = widget.DangerImportance
	replace.Refresh()
	return nil
}

// browseFolder has the folder chosen: Fyne's dialog for saving empties the file that is chosen.
func (s *Shell) browseFolder(in *ui.Entry) {
	d := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if folder != nil && err == nil {
			in.SetText(filepath.Join(folder.Path(), filepath.Base(in.Text)))
		}
	}, s.win)
	if folder, err := storage.ListerForURI(storage.NewFileURI(filepath.Dir(in.Text))); err == nil {
		d.SetLocation(folder)
	}
	s.show(d, 820, 560)
}

func (s *Shell) askSave() error {
	if c := s.captures.Capture(); s.view() == viewCaptures && c != nil {
		if _, live := c.Live(); live {
			return s.askSaveCapture(c)
		}
	}
	return s.askSaveList("Save session", s.sessionName(), s.inspector().Datagrams())
}

func (s *Shell) askSaveAll() error {
	title := "Save all traffic"
	if s.logCut {
		title = fmt.Sprintf("Save all traffic, the first %d MB", maxLog>>20)
	}
	return s.askSaveList(title, "all-traffic", s.log)
}

func (s *Shell) askSaveList(title, name string, list []state.Datagram) error {
	if len(list) == 0 {
		return errors.New("there is nothing to save yet: query a server, or paste a packet, first")
	}
	list = slices.Clone(list)
	s.askTarget(title+" as pcapng", "Save", s.folder()+name+".pcapng", false, func(path string, write store.Writer) {
		s.save(path, write, list)
	})
	return nil
}

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

func (s *Shell) save(path string, write store.Writer, list []state.Datagram) {
	o := session.Options{Hide: s.settings.HideAddresses, Write: write}
	s.beside("Saving "+path, "not saved", func() error { return session.Save(path, list, s.opts.Record, o) }, func() {
		s.opened(path)
		s.status.success("Saved %s as %s.%s", state.Plural(len(list), "datagram"), path, hiding(o.Hide))
	})
}

func hiding(on bool) string {
	if !on {
		return ""
	}
	return " Addresses were replaced, and masked in texts."
}

func (s *Shell) askExport(f exportFormat) error {
	list := s.inspector().State().Copies()
	if len(list) == 0 {
		return errors.New("there is nothing to export yet: query a server, or paste a packet, first")
	}
	s.askTarget("Export as "+f.name, "Export", s.folder()+s.sessionName()+"."+f.extension, false,
		func(path string, write store.Writer) { s.exportPackets(path, write, f, list) })
	return nil
}

func (s *Shell) exportPackets(path string, write store.Writer, f exportFormat, list []state.Datagram) {
	o := session.Options{Hide: s.settings.HideAddresses, Write: write}
	s.beside("Exporting to "+path, "not exported", func() error { return session.Export(path, f.format, list, o) },
		func() {
			s.status.success("Exported as %s.%s", path, hiding(o.Hide))
		})
}

// longLink is how long a link is when most programs no longer take it, in bytes.
const longLink = 30_000

// chosen is the name of what was chosen, "" for what is auto-detected.
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

func (s *Shell) copyLink() error {
	x := s.inspector().State()
	l := session.Link{Current: x.Current()}
	list := x.Copies()
	if s.inspector().Datagrams() == nil { // one packet of a capture
		l.Current = 0
	}
	size := 0
	for i := range list {
		size += len(list[i].Data)
	}
	switch {
	case len(list) == 0:
		return errors.New("there is nothing to link to yet: query a server, or paste a packet, first")
	case size > session.MaxLink:
		return fmt.Errorf("a link holds at most %d MiB, this is %.1f: save the session as a file instead",
			session.MaxLink>>20, float64(size)/(1<<20))
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
		return err
	}
	s.app.Clipboard().SetContent(u)
	if len(u) > longLink {
		s.status.success("The link is on the clipboard. It is %d kB long, more than some programs take: save the session "+
			"as a file instead.%s", len(u)/1000, hiding(s.settings.HideAddresses))
		return nil
	}
	s.status.success("The link to %s is on the clipboard: %d bytes.%s", state.Plural(len(list), "packet"), len(u),
		hiding(s.settings.HideAddresses))
	return nil
}

// maxLog bounds what is kept of everything that was sent and received, in bytes,
// and logExtra is what is kept beside the bytes of a datagram.
var maxLog = 16 << 20

const logExtra = 256

// record keeps datagrams for a capture of everything.
func (s *Shell) record(list []state.Datagram) {
	for i := range list {
		if s.logCut {
			return
		}
		if s.logBytes += len(list[i].Data) + logExtra; s.logBytes > maxLog {
			s.logCut = true      // Save all traffic says so too
			if s.status.failed { // which stays
				return
			}
			s.status.withAction(fmt.Sprintf("The traffic log is full: the first %d MB stay in it, what follows is not kept.",
				maxLog>>20), "Clear", s.clearLog)
			return
		}
		s.log = append(s.log, list[i])
	}
}

func (s *Shell) clearLog() {
	s.log, s.logBytes, s.logCut = nil, 0, false
	s.status.success("The traffic log is empty.")
}
