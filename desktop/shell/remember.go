package shell

import (
	"maps"
	"path/filepath"
	"sync"
	"sync/atomic"

	"fragscope/analyzer/servers"
	"fragscope/desktop/settings"
	"fragscope/desktop/store"
	"fragscope/desktop/ui"
)

// What is remembered from one window to the next.

func (s *Shell) tables() map[string]*ui.Grid {
	all := s.captures.Tables()
	maps.Copy(all, s.servers.details.tables())
	all["servers"], all["changes"], all["attempts"] = s.servers.grid, s.send.changes, s.send.attempts
	return all
}

func (s *Shell) wide() map[string]*ui.Grid {
	all := s.tables()
	all["packets"], all["datagrams"] = s.captures.Inspector().Packets(), s.paste.Inspector().Packets()
	return all
}

// remembered reads what is remembered; what cannot be read is said.
func (s *Shell) remembered() {
	if s.opts.Folder != "" {
		s.settings, s.settingsSaver = remembered(s, settings.Open)
		s.saved, s.savedSaver = remembered(s, openSaved)
		s.history, s.historySaver = remembered(s, openHistory)
	}
}

// openSaved opens the servers in folder. They are usable whatever the error.
func openSaved(folder string) (*store.File[servers.SavedServers], servers.SavedServers, error) {
	return store.Open(filepath.Join(folder, "servers.json"), servers.SavedServers{})
}

// openHistory opens the histories in folder. They are usable whatever the error.
func openHistory(folder string) (*store.File[servers.History], servers.History, error) {
	return store.Open(filepath.Join(folder, "history.json"), servers.History{})
}

func remembered[T any](s *Shell, open func(folder string) (*store.File[T], T, error)) (T, *saver[T]) {
	file, v, err := open(s.opts.Folder)
	s.status.error(err)
	return v, &saver[T]{file: file, failed: func(err error) { s.post(func() { s.status.error(err) }) }}
}

func (s *Shell) saveSettings() {
	s.settingsSaver.save(s.settings.Clone())
}

func (s *Shell) opened(path string) {
	s.settings.Opened(path)
	s.saveSettings()
	s.setMenu()
}

func (s *Shell) saveServers() {
	s.savedSaver.save(s.saved.Clone())
}

func (s *Shell) saveHistory() {
	s.historySaver.save(s.servers.list.History())
}

func (s *Shell) rememberWindow() {
	size := s.win.Canvas().Size()
	s.settings.Window.Width, s.settings.Window.Height = size.Width, size.Height
	s.settings.Window.Splits = map[string]float64{}
	s.servers.remember(&s.settings.Window)
	s.settings.Window.Splits["send"] = s.send.split.Offset
	s.settings.Window.Orders = map[string]string{}
	for name, g := range s.tables() {
		s.settings.Window.Orders[name] = g.Order()
	}
	s.settings.Window.Widths = map[string]map[string]float32{}
	for name, g := range s.wide() {
		if widths := g.Widths(); len(widths) > 0 {
			s.settings.Window.Widths[name] = widths
		}
	}
	for name, order := range s.captures.Statistics() {
		s.settings.Window.Orders["statistics: "+name] = order
	}
	s.settings.Window.Filters = s.captures.Filters()
}

// A saver saves a value in the background, the latest one last; nil saves nothing.
type saver[T any] struct {
	file   *store.File[T]
	failed func(error) // called from the background

	mu   sync.Mutex // held while the file is written
	next atomic.Pointer[T]
	idle sync.WaitGroup
}

// save saves v soon; v must not change afterwards.
func (k *saver[T]) save(v T) {
	if k == nil {
		return
	}
	k.next.Store(&v)
	k.idle.Go(func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		if v := k.next.Swap(nil); v != nil { // else a later one was saved already
			if err := k.file.Save(*v); err != nil {
				k.failed(err)
			}
		}
	})
}

// wait returns when everything is saved.
func (k *saver[T]) wait() {
	if k != nil {
		k.idle.Wait()
	}
}
