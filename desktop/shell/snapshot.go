//go:build !desktop || endtoend

package shell

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"time"

	"fragscope/analyzer/export"
	"fragscope/desktop/store"
	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
)

// A Snapshot is what the window shows, for tests of the whole program: they
// read it instead of guessing from pixels alone.
type Snapshot struct {
	View    string             `json:"view"`
	Said    string             `json:"said"`
	Failed  bool               `json:"failed"`
	Rows    []SnapshotRow      `json:"rows"`
	Server  *SnapshotServer    `json:"server"`
	Asking  int                `json:"asking"`
	Send    SnapshotSend       `json:"send"`
	Shown   ui.Snapshot        `json:"shown"` // inspector of the view in front
	Capture ui.CaptureSnapshot `json:"capture"`
	Recent  []string           `json:"recent"`
	Dialogs int                `json:"dialogs"`
	Refused string             `json:"refused"` // why the path in the dialog was, "" when it was not
	Details int                `json:"details"` // tab of what is known about the server
	// Where things are in the window, in pixels: the rows of the list by "row" and
	// number, the fields shown by their keys, the bytes by "byte" and number.
	Places map[string][2]int `json:"places"`
}

type SnapshotRow struct {
	Address  string `json:"address"`
	Name     string `json:"name"`
	Map      string `json:"map"`
	Players  int64  `json:"players"`
	Max      int64  `json:"max"`
	Protocol string `json:"protocol"`
	Answers  bool   `json:"answers"`
	Down     bool   `json:"down"`
	Error    string `json:"error"`
	Samples  int    `json:"samples"`
	Star     bool   `json:"star"`
	Watch    bool   `json:"watch"`
}

type SnapshotServer struct {
	Address string   `json:"address"`
	Players []string `json:"players"`
	Rules   int      `json:"rules"`
	Teams   int      `json:"teams"`
	Events  []string `json:"events"`
}

type SnapshotSend struct {
	Address  string `json:"address"`
	Protocol string `json:"protocol"`
	Request  string `json:"request"`
	Hex      string `json:"hex"`
	Rounds   int    `json:"rounds"`
	Running  bool   `json:"running"`
	Replies  int    `json:"replies"`
	Changes  int    `json:"changes"`
}

const maxSnapshotRows = 200

func (s *Shell) Snapshot() Snapshot {
	out := Snapshot{
		View: s.view(), Said: s.status.text, Failed: s.status.failed, Asking: s.servers.poller.Querying(),
		Shown: s.inspector().Snapshot(), Capture: s.captures.Snapshot(),
		Recent: s.settings.Recent, Dialogs: len(s.win.Canvas().Overlays().List()),
		Refused: s.refused,
	}
	out.Details, out.Places = s.servers.details.tabs.SelectedIndex(), s.places()
	for i, v := range s.servers.list.Rows() {
		if i == maxSnapshotRows {
			break
		}
		now, most := v.Players()
		r := SnapshotRow{
			Address: v.Address, Name: v.Name, Players: now, Max: most, Protocol: v.Protocol.String(), Answers: v.Answered(),
			Down:    v.Down(),
			Samples: len(v.Samples), Star: v.Favourite, Watch: v.Watch, Map: v.Known().Map.Value,
		}
		if v.Last != nil && v.Last.Err != nil {
			r.Error = v.Last.Err.Error()
		}
		out.Rows = append(out.Rows, r)
	}
	if v := s.servers.current(); v != nil {
		d := &SnapshotServer{Address: v.Address, Rules: len(v.Known().Rules), Teams: len(v.Known().Teams)}
		for i := range v.Known().PlayerList {
			d.Players = append(d.Players, visible(v.Status.PlayerList[i].Name.Value))
		}
		for _, e := range v.Events {
			d.Events = append(d.Events, export.EventText(&e))
		}
		out.Server = d
	}
	out.Send = SnapshotSend{
		Address: s.send.address.Text, Protocol: s.send.draft.Protocol.String(), Request: s.send.draft.Request,
		Hex:    s.send.draft.Hex(),
		Rounds: s.send.number, Changes: len(s.send.list),
	}
	if r := s.send.shown; r != nil {
		out.Send.Running, out.Send.Replies = r.Running, len(r.Replies())
	}
	return out
}

const maxPlaces = 64

func (s *Shell) places() map[string][2]int {
	scale := s.win.Canvas().Scale()
	all := map[string][2]int{}
	put := func(name string, p fyne.Position) { all[name] = [2]int{int(p.X * scale), int(p.Y * scale)} }
	if s.view() == viewServers {
		grid := s.app.Driver().AbsolutePositionForObject(s.servers.grid)
		for i := range min(maxPlaces, len(s.servers.list.Rows())) {
			put("row"+strconv.Itoa(i), grid.Add(s.servers.grid.RowAt(i)))
		}
	}
	in := s.inspector()
	if m := in.State().Message(); m != nil {
		for i := range min(maxPlaces, len(m.Fields)) {
			if p, ok := in.FieldAt(m.Key(i)); ok {
				put(m.Key(i), p)
			}
		}
		for i := range min(maxPlaces, len(m.Data)) {
			if p, ok := in.ByteAt(i); ok {
				put("byte"+strconv.Itoa(i), p)
			}
		}
	}
	return all
}

// Probe has the window write what it shows into a file as it changes, and how
// long frames take into another; "" is for neither. Call it before Start.
func (s *Shell) Probe(state, frames string) {
	var written []byte
	export := func() {
		if state == "" || s.closed {
			return
		}
		b, err := json.MarshalIndent(s.Snapshot(), "", " ")
		if err != nil || bytes.Equal(b, written) {
			return
		}
		written = b
		err = store.Write(state, func(w io.Writer) error {
			_, err := w.Write(b)
			return err
		})
		if err != nil {
			s.status.error(err)
		}
	}
	s.closing = export
	s.started = func() {
		if state != "" {
			s.every(s.ctx, 100*time.Millisecond, export)
		}
		if frames != "" {
			s.working.Go(func() { s.measureFrames(frames) })
		}
	}
}
