package live

import (
	"encoding/csv"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/live"
	"fragscope/analyzer/servers"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

type board struct {
	format, sortBy, expr string // as the flags give them

	filter servers.Filter
	out    io.Writer
	screen bool // redraw while servers come in
	width  int
	height int
	color  bool
	top    int // rows shown at most, 0 for all

	rows  []*servers.Server
	drawn time.Time
}

func (b *board) flags(c *cobra.Command) {
	cli.FilterFlag(c, &b.expr, filter.Servers, "")
	by := servers.Columns()
	cli.ChoiceFlag(c, &b.sortBy, "sort", "", servers.ByPlayers, "what servers are sorted by: "+cli.OneOf(by), by)
	cli.FormatFlag(c, &b.format, "table", BoardFormats(), "")
}

func queried(s *live.Session) *servers.Server {
	r := &servers.Server{Protocol: s.Protocol()}
	r.Address = servers.Canonical(s.Target.String(), s.Addr)
	a := servers.AnswerOf(r.Target(), s)
	r.Take(&a)
	return r
}

func (b *board) add(s *servers.Server) {
	if !b.filter.Match(s) {
		return
	}
	if s.Last != nil && s.Last.From.Port() != 0 { // also of a server that was named by its host
		s.Address = s.Last.From.String()
	}
	s.Slim()
	b.rows = append(b.rows, s)
}

func (b *board) sort() {
	servers.Sort(b.rows, b.sortBy, b.sortBy == servers.ByPlayers, nil)
}

// maxText bounds each text in the table.
const maxText = 256

func (b *board) table(rows int) string {
	t := &export.Table{Empty: true, Columns: []export.Column{
		{Title: "Server"}, {Title: "Name", Max: maxText}, {Title: "Map", Max: maxText},
		{Title: "Type", Max: maxText},
		{Title: "Players", Right: true}, {Title: "Ping", Right: true}, {Title: "Protocol"}, {Max: maxText},
	}}
	for _, s := range b.rows {
		if rows > 0 && len(t.Rows) == rows {
			break
		}
		r := rowOf(s)
		players, note := r.Players.String(), ""
		if r.MaxPlayers.Known {
			players += "/" + r.MaxPlayers.String()
		}
		if r.Password.Value {
			note = "password"
		}
		t.Add(cli.Escape(r.Address), cli.Escape(r.Name.Value), cli.Escape(s.Map()), cli.Escape(r.GameType.Value), players,
			millis(s.Ping()), r.Protocol.Value, note)
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

// A row is a server as it is written.
type row struct {
	Address    string           `json:"address"`
	Protocol   wire.Opt[string] `json:"protocol"`
	Name       wire.Opt[string] `json:"name"`
	Map        wire.Opt[string] `json:"map"`
	GameType   wire.Opt[string] `json:"gameType"`
	Players    wire.Opt[int64]  `json:"players"`
	MaxPlayers wire.Opt[int64]  `json:"maxPlayers"`
	Password   wire.Opt[bool]   `json:"password"`
	GamePort   wire.Opt[int64]  `json:"gamePort"`
	Version    wire.Opt[string] `json:"version"`
	Join       wire.Opt[string] `json:"join"`
	RTT        *float64         `json:"rttMs"`
	Error      wire.Opt[string] `json:"error"`
}

func rowOf(s *servers.Server) row {
	st := s.Known()
	r := row{s.Address, known(""), st.Name, st.Map, st.GameType, st.Players, st.MaxPlayers, st.Password, st.GamePort,
		st.Version, known(s.Join()), jsonMillis(s.Ping()), known("")}
	if s.Protocol != decoder.Unknown {
		r.Protocol = known(s.Protocol.String())
	}
	if s.Last != nil {
		if r.Error = known(s.Last.Warning); s.Last.Err != nil {
			r.Error = known(s.Last.Err.Error())
		}
	}
	return r
}

func known(s string) wire.Opt[string] { return wire.Opt[string]{Value: s, Known: s != ""} }

func (b *board) writeJSON() error {
	list := make([]row, 0, len(b.rows))
	for _, s := range b.rows {
		list = append(list, rowOf(s))
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
	for _, s := range b.rows {
		r, rtt := rowOf(s), ""
		if r.RTT != nil {
			rtt = fmt.Sprintf("%.3f", *r.RTT)
		}
		w.Write([]string{
			export.Cell(r.Address), r.Protocol.Value, export.Cell(r.Name.Value), export.Cell(r.Map.Value),
			export.Cell(r.GameType.Value), r.Players.String(), r.MaxPlayers.String(), rtt, export.Cell(r.Error.Value),
		})
	}
	w.Flush()
	return w.Error()
}

func BoardFormats() []string { return []string{"table", "json", "ndjson", "csv"} }
