package live

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

type board struct {
	format, sortBy, expr string // as the flags give them

	filter *filter.Matcher // nil for all
	out    io.Writer
	screen bool // redraw while servers come in
	width  int
	height int
	color  bool
	top    int // rows shown at most, 0 for all

	rows  []*boardRow
	drawn time.Time
}

func (b *board) flags(c *cobra.Command) {
	cli.FilterFlag(c, &b.expr, filter.Servers, "")
	cli.ChoiceFlag(c, &b.sortBy, "sort", "", "players", "what servers are sorted by: "+cli.OneOf(sortNames()), sortNames())
	cli.FormatFlag(c, &b.format, "table", BoardFormats(), "")
}

type boardRow struct {
	filter.Server
	target   string // where it is, as it was named when no address is known
	err      error
	title    string // name, escaped
	mapName  string
	gameType string
}

func newRow(s *live.Session) *boardRow {
	r := &boardRow{
		Server: filter.Server{Addr: s.Addr, Host: s.Target.Host, Protocol: s.Protocol(), RTT: s.RTT(), Status: s.Status,
			Replies: s.Messages},
		target: s.Target.String(), err: s.Err,
	}
	if st := s.Status; st != nil {
		if r.Protocol == decoder.Unknown {
			r.Protocol = st.Protocol
		}
		r.title, r.mapName, r.gameType = shownText(st.Name), shownText(st.Map), shownText(st.GameType)
		if r.mapName == "" {
			r.mapName = shownText(st.MapTitle)
		}
	}
	return r
}

func (r *boardRow) address() string {
	if r.Addr.IsValid() && r.Addr.Port() != 0 {
		return r.Addr.String()
	}
	return r.target
}

// slim drops what the table does not show: a list may have a hundred thousand servers.
func (r *boardRow) slim() {
	r.Replies = nil
	if st := r.Status; st != nil {
		r.Status = &decoder.Status{
			Name: shortText(st.Name), Map: shortText(st.Map), GameType: shortText(st.GameType), Version: shortText(st.Version),
			Players: st.Players, MaxPlayers: st.MaxPlayers, Password: st.Password, GamePort: st.GamePort,
		}
	}
	if r.err != nil {
		r.err = errors.New(cli.CutText(r.err.Error(), 4*cli.MostText))
	}
}

func shortText(s wire.Opt[string]) wire.Opt[string] {
	s.Value = cli.CutText(s.Value, cli.MostText)
	return s
}

func shownText(s wire.Opt[string]) string { return cli.Escape(cli.CutText(s.Value, cli.MostText)) }

func (b *board) add(r *boardRow) bool {
	if b.filter != nil && !b.filter.Server(&r.Server) {
		return false
	}
	r.slim()
	b.rows = append(b.rows, r)
	return true
}

var sorts = []struct {
	name    string
	compare func(a, b *boardRow) int
}{
	{"players", func(a, b *boardRow) int { return cmp.Compare(a.count(), b.count()) * -1 }},
	{"ping", func(a, b *boardRow) int { return cmp.Compare(a.ping(), b.ping()) }},
	{"name", func(a, b *boardRow) int { return cmp.Compare(strings.ToLower(a.title), strings.ToLower(b.title)) }},
	{"map", func(a, b *boardRow) int {
		return cmp.Compare(strings.ToLower(a.mapName), strings.ToLower(b.mapName))
	}},
	{"type", func(a, b *boardRow) int {
		return cmp.Compare(strings.ToLower(a.gameType), strings.ToLower(b.gameType))
	}},
	{"protocol", func(a, b *boardRow) int { return cmp.Compare(a.Protocol, b.Protocol) }},
	{"address", func(a, b *boardRow) int { return 0 }},
}

func sortNames() []string {
	var names []string
	for _, s := range sorts {
		names = append(names, s.name)
	}
	return names
}

func (r *boardRow) count() int64 {
	if r.Status == nil || !r.Status.Players.Known {
		return -1
	}
	return r.Status.Players.Value
}

func (r *boardRow) ping() time.Duration {
	if r.RTT < 0 {
		return 1 << 62
	}
	return r.RTT
}

func (b *board) sort() {
	for _, s := range sorts {
		if s.name == b.sortBy {
			slices.SortStableFunc(b.rows, func(x, y *boardRow) int {
				return cmp.Or(s.compare(x, y), x.Addr.Compare(y.Addr), cmp.Compare(x.target, y.target))
			})
		}
	}
}

func (b *board) table(rows int) string {
	t := &export.Table{Empty: true, Columns: []export.Column{
		{Title: "Server"}, {Title: "Name", Max: cli.MostText}, {Title: "Map", Max: cli.MostText},
		{Title: "Type", Max: cli.MostText},
		{Title: "Players", Right: true}, {Title: "Ping", Right: true}, {Title: "Protocol"}, {Max: cli.MostText},
	}}
	for _, r := range b.rows {
		if rows > 0 && len(t.Rows) == rows {
			break
		}
		players, note := "", ""
		if st := r.Status; st != nil {
			if st.Players.Known {
				players = fmt.Sprint(st.Players.Value)
			}
			if st.MaxPlayers.Known {
				players += fmt.Sprintf("/%d", st.MaxPlayers.Value)
			}
			if st.Password.Value {
				note = "password"
			}
		}
		protocol := ""
		if r.Protocol != decoder.Unknown {
			protocol = r.Protocol.String()
		}
		t.Add(cli.Escape(r.address()), r.title, r.mapName, r.gameType, players, millis(r.RTT), protocol, note)
	}
	if len(t.Rows) == 0 {
		return ""
	}
	return t.Text(b.width, b.color)
}

func (b *board) draw(status string) {
	if !b.screen || time.Since(b.drawn) < 100*time.Millisecond {
		return
	}
	b.drawn = time.Now()
	b.sort()
	rows := max(1, b.height-4)
	text := status + "\n\n" + b.table(rows)
	if n := len(b.rows) - rows; n > 0 {
		text += fmt.Sprintf("and %d more", n)
	}
	io.WriteString(b.out, redraw(text, b.height))
}

func (b *board) finish(status string) error {
	b.sort()
	switch b.format {
	case "json", "ndjson":
		return b.writeJSON()
	case "csv":
		return b.writeCSV()
	}
	text := ""
	if b.screen {
		text = redraw("", 0)
	}
	if rows := b.table(b.top); rows != "" {
		text += rows + "\n"
	}
	_, err := io.WriteString(b.out, text+status+"\n")
	return err
}

type rowJSON struct {
	Address    string           `json:"address"`
	Protocol   *string          `json:"protocol"`
	Name       wire.Opt[string] `json:"name"`
	Map        wire.Opt[string] `json:"map"`
	GameType   wire.Opt[string] `json:"gameType"`
	Players    wire.Opt[int64]  `json:"players"`
	MaxPlayers wire.Opt[int64]  `json:"maxPlayers"`
	Password   wire.Opt[bool]   `json:"password"`
	GamePort   wire.Opt[int64]  `json:"gamePort"`
	Version    wire.Opt[string] `json:"version"`
	RTT        *float64         `json:"rttMs"`
	Error      *string          `json:"error"`
}

func (r *boardRow) json() rowJSON {
	j := rowJSON{Address: r.address(), RTT: jsonMillis(r.RTT)}
	if r.Protocol != decoder.Unknown {
		j.Protocol = jsonText(r.Protocol.String())
	}
	if st := r.Status; st != nil {
		j.Name, j.Map, j.GameType, j.Players, j.MaxPlayers = st.Name, st.Map, st.GameType, st.Players, st.MaxPlayers
		j.Password, j.GamePort, j.Version = st.Password, st.GamePort, st.Version
	}
	if r.err != nil {
		j.Error = jsonText(r.err.Error())
	}
	return j
}

func (b *board) writeJSON() error {
	list := make([]rowJSON, 0, len(b.rows))
	for _, r := range b.rows {
		list = append(list, r.json())
	}
	var text []byte
	if b.format == "json" {
		text = cli.PlainJSON(map[string]any{"servers": list}, " ")
	} else {
		for i := range list {
			text = append(text, cli.PlainJSON(&list[i], "")...)
		}
	}
	_, err := b.out.Write(text)
	return err
}

func (b *board) writeCSV() error {
	w := csv.NewWriter(b.out)
	w.Write([]string{"address", "protocol", "name", "map", "game_type", "players", "max_players", "rtt_ms", "error"})
	for _, r := range b.rows {
		st := r.Status
		if st == nil {
			st = &decoder.Status{}
		}
		problem, rtt := "", ""
		if r.err != nil {
			problem = r.err.Error()
		}
		if r.RTT >= 0 {
			rtt = fmt.Sprintf("%.3f", float64(r.RTT)/1e6)
		}
		protocol := ""
		if r.Protocol != decoder.Unknown {
			protocol = r.Protocol.String()
		}
		w.Write([]string{
			export.Cell(r.address()), protocol, export.Cell(st.Name.Value), export.Cell(st.Map.Value),
			export.Cell(st.GameType.Value),
			st.Players.String(), st.MaxPlayers.String(), rtt, export.Cell(problem),
		})
	}
	w.Flush()
	return w.Error()
}

func BoardFormats() []string { return []string{"table", "json", "ndjson", "csv"} }
