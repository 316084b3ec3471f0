package settings

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fragscope/desktop/store"
)

// Settings are what a person can choose, and what is remembered for them. A missing entry has its default.
type Settings struct {
	Theme  string  `json:"theme"`  // "system", "dark" or "light"
	Accent string  `json:"accent"` // name of the accent colour
	Scale  float64 `json:"scale"`  // of texts and everything else, 1 for the system's

	TimeoutMS int `json:"timeoutMs"` // wait for the first reply of a request
	QuietMS   int `json:"quietMs"`   // silence that ends a reply of unknown length
	Retries   int `json:"retries"`   // requests sent again before a server counts as silent
	RefreshS  int `json:"refreshS"`  // seconds between two looks at a server; 0 for only by hand

	Decimal       bool `json:"decimal"`       // offsets, instead of hexadecimal with 0x
	HideAddresses bool `json:"hideAddresses"` // on the screen, and in what is shared
	Notify        bool `json:"notify"`        // notify about watched servers
	NotifyPlayers bool `json:"notifyPlayers"` // when a player joins
	NotifyMap     bool `json:"notifyMap"`     // when the map changes
	NotifyState   bool `json:"notifyState"`   // when a server stops or begins to answer

	Players         []string `json:"players"`         // names of watched players
	FavouritesTable bool     `json:"favouritesTable"` // favourites as a list, instead of cards

	Masters  []string `json:"masters"`  // addresses of master servers, files and links of server lists
	LinkPage string   `json:"linkPage"` // page that permalinks lead to

	Layout string   `json:"layout"` // of packets that no protocol recognises, a Kaitai Struct description
	Recent []string `json:"recent"` // files, the latest first
	Window Window   `json:"window"`
}

// A Window is how a window stood when it was closed. Lengths are in the units of the toolkit, before scaling.
type Window struct {
	Width  float32            `json:"width"`
	Height float32            `json:"height"`
	View   string             `json:"view"`   // name of the view that was in front
	Splits map[string]float64 `json:"splits"` // share of the first part, by name
	// of other tables, by name: column, with a dash when the greatest comes first
	Orders  map[string]string `json:"orders"`
	Filters []string          `json:"filters"` // of captures that were applied, the latest first

	Columns map[string][]string `json:"columns"` // that are shown, in their order, by table

	Widths map[string]map[string]float32 `json:"widths"` // of columns that were dragged, by table and column
}

type Bounds struct{ Min, Max int }

// Clamp returns n, or the nearest number within b.
func (b Bounds) Clamp(n int) int { return min(max(n, b.Min), b.Max) }

var (
	Timeouts  = Bounds{100, 60_000} // milliseconds
	Quiets    = Bounds{50, 10_000}  // milliseconds
	Retries   = Bounds{0, 10}
	refreshes = Bounds{2, 24 * 3600} // seconds
)

const (
	minScale, maxScale = 0.5, 4.0
	maxRecent          = 12
	maxMasters         = 10
	maxPlayers         = 200
)

// Themes, the first is the default.
var Themes = []string{"system", "dark", "light"}

func Default() Settings {
	return Settings{
		Theme: "system", Accent: "blue", Scale: 1,
		TimeoutMS: 1500, QuietMS: 400, Retries: 2, RefreshS: 0,
		NotifyPlayers: true, NotifyMap: true, NotifyState: true,
		LinkPage: "http://127.0.0.1:8080/",
		Window:   Window{Width: 1280, Height: 800, View: "servers"},
	}
}

func (s *Settings) Timeout() time.Duration { return time.Duration(s.TimeoutMS) * time.Millisecond }
func (s *Settings) Quiet() time.Duration   { return time.Duration(s.QuietMS) * time.Millisecond }

// Refresh returns the time between two looks at a server, 0 for never.
func (s *Settings) Refresh() time.Duration { return time.Duration(s.RefreshS) * time.Second }

// Sane puts what is out of bounds, as from a file that was edited by hand, back into them.
func (s *Settings) Sane() {
	d := Default()
	if !slices.Contains(Themes, s.Theme) {
		s.Theme = d.Theme
	}
	if s.Scale == 0 {
		s.Scale = d.Scale
	}
	s.Scale = min(max(s.Scale, minScale), maxScale)
	s.TimeoutMS, s.QuietMS, s.Retries = Timeouts.Clamp(s.TimeoutMS), Quiets.Clamp(s.QuietMS), Retries.Clamp(s.Retries)
	if s.RefreshS != 0 {
		s.RefreshS = refreshes.Clamp(s.RefreshS)
	}
	if !(s.Window.Width >= 320 && s.Window.Width < 20_000) || !(s.Window.Height >= 240 && s.Window.Height < 20_000) {
		s.Window.Width, s.Window.Height = d.Window.Width, d.Window.Height
	}
	for name, share := range s.Window.Splits {
		if !(share > 0.02 && share < 0.98) {
			delete(s.Window.Splits, name)
		}
	}
	for _, widths := range s.Window.Widths {
		maps.DeleteFunc(widths, func(_ string, width float32) bool { return !(width >= 1 && width < 20_000) })
	}
	s.Recent = s.Recent[:min(len(s.Recent), maxRecent)]
}

// Clone returns a copy of s that shares no memory with it.
func (s *Settings) Clone() Settings {
	c := *s
	c.Masters, c.Recent, c.Players = slices.Clone(s.Masters), slices.Clone(s.Recent), slices.Clone(s.Players)
	c.Window.Splits, c.Window.Orders = maps.Clone(s.Window.Splits), maps.Clone(s.Window.Orders)
	c.Window.Columns, c.Window.Widths = maps.Clone(s.Window.Columns), maps.Clone(s.Window.Widths)
	for table, widths := range c.Window.Widths {
		c.Window.Widths[table] = maps.Clone(widths)
	}
	return c
}

func (s *Settings) Opened(path string)         { s.Recent = first(path, s.Recent, maxRecent) }
func (s *Settings) Asked(master string)        { s.Masters = first(master, s.Masters, maxMasters) }
func (s *Settings) Watches(player string) bool { return slices.Contains(s.Players, player) }

func (s *Settings) WatchPlayer(name string) (on bool) {
	if s.Watches(name) {
		s.Players = slices.DeleteFunc(slices.Clone(s.Players), func(o string) bool { return o == name })
		return false
	}
	s.Players = first(name, s.Players, maxPlayers)
	return true
}

// first puts v at the front of a list, which has each once and at most so many.
func first(v string, list []string, most int) []string {
	out := append([]string{v}, slices.DeleteFunc(slices.Clone(list), func(o string) bool { return o == v })...)
	return out[:min(len(out), most)]
}

// Folder returns where settings and server lists are kept: the folder that
// FRAGSCOPE_HOME names, or one of the system's.
func Folder() (string, error) {
	if dir := os.Getenv("FRAGSCOPE_HOME"); dir != "" {
		return dir, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "fragscope"), nil
}

func Open(folder string) (*store.File[Settings], Settings, error) {
	f, s, err := store.Open(filepath.Join(folder, "settings.json"), Default())
	s.Sane()
	return f, s, err
}
