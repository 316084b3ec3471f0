package peer

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder"
)

// A view is what both programs can say about a server, in one form.
type view struct {
	Name, Map, GameType           string
	GamePort, Players, MaxPlayers int64
	Password                      bool
	Mutators                      []string
	Rules                         map[string]string // keys in lower case, as gamedig gives them for GameSpy 1
	List                          []row
	Teams                         []string
}

type row struct {
	Name                     string
	ID, Score, Ping, Team    int64
	Deaths, Mesh, Skin, Face string
}

// noTeam is the team of a player without one.
const noTeam = -1

// TestAgrees holds the statuses of fragscope against gamedig's results, value
// by value.
func TestAgrees(t *testing.T) {
	packets := Packets()
	readings, err := Gamedig(context.Background(), ".", packets, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range packets {
		t.Run(p.Name, func(t *testing.T) {
			var messages []*decoder.Message
			for _, d := range p.Datagrams {
				messages = append(messages, decoder.Decode(d, decoder.Options{}))
			}
			status := decoder.StatusOf(messages...)
			if status == nil {
				t.Fatal("fragscope reads no status")
			}
			theirs, ours := gamedigView(p, readings[i].State), ourView(p, status)
			if diff := cmp.Diff(theirs, ours); diff != "" {
				t.Errorf("-gamedig +fragscope:\n%s", diff)
			}
		})
	}
}

// What gamedig calls settings of UT3 by names of its own; "" for those that it
// leaves out.
var ut3Names = map[string]string{
	"p1073741825": "map", "p1073741826": "gametype", "p1073741827": "servername",
	"p1073741828": "custom_mutators", "gamemode": "joininprogress", "s32779": "gamemode", "s0": "bot_skill",
	"s6": "pure_server", "s7": "password", "s8": "vs_bots", "s10": "force_respawn", "p268435704": "frag_limit",
	"p268435705": "time_limit", "p268435703": "numbots", "p268435717": "stock_mutators",
	"s1": "", "s9": "", "s11": "", "s12": "", "s13": "", "s14": "",
}

// particulars are the keys whose values have a place of their own in a Status,
// and those under which gamedig keeps more than one value.
var particulars = []string{
	"hostname", "hostport", "mapname", "maptitle", "gametype", "numplayers", "maxplayers", "gamename", "map",
	"servername", "teams", "playerTeamInfo", "mutators", "custom_mutators", "stock_mutators",
}

func gamedigView(p Packet, s State) view {
	v := view{
		Name: s.Name, Map: s.Map, GamePort: int64(s.GamePort), Password: s.Password,
		Players: int64(s.NumPlayers), MaxPlayers: int64(s.MaxPlayers), Rules: map[string]string{},
	}
	v.GameType, _ = s.Raw["gametype"].(string)
	rules := s.Raw
	switch p.Class {
	case "unreal2":
		v.Mutators = texts(s.Raw["mutators"])
		rules, _ = s.Raw["rules"].(map[string]any)
	case "gamespy1":
		if list := text(s.Raw["mutators"]); list != "" {
			v.Mutators = strings.Split(list, ", ")
		}
	case "ut3":
		// gamedig has the players' name for the server only here, and gives the
		// official mutators as a number: bit 3 is FriendlyFire (decoder/protocol/gamespy3/SPEC.md#mutator-bits).
		v.Name = text(s.Raw["servername"])
		if slices.Equal(texts(s.Raw["stock_mutators"]), []string{"8"}) {
			v.Mutators = []string{"FriendlyFire"}
		}
		v.Mutators = append(v.Mutators, texts(s.Raw["custom_mutators"])...)
	}
	for key, value := range rules {
		if !slices.Contains(particulars, key) {
			v.Rules[strings.ToLower(key)] = boolean(p, text(value))
		}
	}
	for _, pl := range s.Players {
		r := row{Name: pl.Name, Ping: number(pl.Raw["ping"]), Team: noTeam}
		if team, ok := pl.Raw["team"]; ok {
			r.Team = number(team)
		}
		switch p.Class {
		case "unreal2":
			// The upper three bits, 1 for red (decoder/protocol/unreal2/SPEC.md#player-list-reply).
			r.ID, r.Score, r.Team = number(pl.Raw["id"]), number(pl.Raw["score"]), number(pl.Raw["statsId"])>>29-1
		case "gamespy1":
			r.Score = number(pl.Raw["frags"])
			r.Mesh, r.Skin, r.Face = text(pl.Raw["mesh"]), text(pl.Raw["skin"]), text(pl.Raw["face"])
		case "gamespy2", "gamespy3", "ut3":
			r.ID, r.Score, r.Deaths = number(pl.Raw["pid"]), number(pl.Raw["score"]), text(pl.Raw["deaths"])
		}
		v.List = append(v.List, r)
	}
	teams, _ := s.Raw["teams"].([]any)
	if info, ok := s.Raw["playerTeamInfo"].(map[string]any); ok {
		teams, _ = info["t"].([]any)
	}
	for _, t := range teams {
		t, _ := t.(map[string]any)
		name := t["name"]
		if name == nil {
			name = t["team"]
		}
		v.Teams = append(v.Teams, text(name))
	}
	return v
}

func ourView(p Packet, s *decoder.Status) view {
	v := view{
		Name: s.Name.Value, Map: s.Map.Value, GameType: s.GameType.Value, GamePort: s.GamePort.Value,
		Players: s.Players.Value, MaxPlayers: s.MaxPlayers.Value, Password: s.Password.Value,
		Rules: map[string]string{},
	}
	v.Mutators = s.Mutators
	for _, r := range s.Rules {
		key := r.Key
		if name, ok := ut3Names[key]; ok && p.Class == "ut3" {
			key = name
		}
		if key == "" || slices.Contains(particulars, key) || p.Class == "unreal2" && strings.EqualFold(key, "mutator") {
			continue
		}
		v.Rules[strings.ToLower(key)] = boolean(p, r.Value)
	}
	for _, pl := range s.PlayerList {
		r := row{Name: pl.Name.Value, Score: pl.Score.Value, Ping: pl.Ping.Value, Team: pl.Team.Or(noTeam)}
		if p.Class != "gamespy1" { // there it is the place in the list, which gamedig does not keep
			r.ID = pl.ID.Value
		}
		for _, e := range pl.Extra {
			switch strings.TrimRight(e.Key, "_0123456789") {
			case "deaths":
				r.Deaths = e.Value
			case "mesh":
				r.Mesh = e.Value
			case "skin":
				r.Skin = e.Value
			case "face":
				r.Face = e.Value
			}
		}
		v.List = append(v.List, r)
	}
	for _, t := range s.Teams {
		v.Teams = append(v.Teams, t.Name.Value)
	}
	return v
}

// boolean evens out the case of true and false. gamedig makes booleans of them
// for GameSpy 1, but not under keys with "name" in them, such as tournament.
func boolean(p Packet, value string) string {
	if b := strings.ToLower(value); p.Class == "gamespy1" && (b == "true" || b == "false") {
		return b
	}
	return value
}

// text writes a value of JSON as the packet had it.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

func texts(v any) []string {
	var out []string
	list, _ := v.([]any)
	for _, item := range list {
		out = append(out, text(item))
	}
	return out
}

func number(v any) int64 {
	if s, ok := v.(string); ok { // ids of GameSpy 2
		n, _ := strconv.ParseInt(s, 10, 64)
		return n
	}
	f, _ := v.(float64)
	return int64(f)
}
