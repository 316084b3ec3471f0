package gamespy1

import (
	"strconv"
	"strings"

	"fragscope/decoder/answer"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Replies of GameSpy v1 (protocol/gamespy1/SPEC.md#query-ids and protocol/gamespy1/SPEC.md#other-engines).

// A Style says how a game writes its replies.
type Style struct {
	// of the rules only administrator and password, as UT2003 and UT2004
	// (protocol/gamespy1/SPEC.md#ut2003-and-ut2004-on-game-port-plus-10)
	Few        bool
	Echo       string // key of the answer to echo
	FinalFirst bool   // final is before queryid
	Apart      bool   // a datagram for each part and player
	Playername bool   // names of players are called playername_N
	Teams      bool   // answers teams
	// leaves backslashes in the names of players, as UT2003 before a patch (protocol/gamespy1/SPEC.md#pairs)
	Backslash     bool
	TeamsInStatus bool // sends teams with the players
	Mixed         bool // all rules stand together in one order of their own
	// size in characters that datagrams of several parts do not exceed; 0 for that of UT99, UT2003 and UT2004
	Full int
}

// A gamespy1Reply is an answer under construction.
type gamespy1Reply struct {
	*answer.Writer
	style Style
	b     []byte // the datagram that is being filled
	packs int    // datagrams sent
	parts int    // parts sent, even empty ones
	empty bool   // players were requested and there are none
}

// Replies answers the items of a request in their order.
func Replies(r *answer.Writer, request *wire.Message) {
	w := gamespy1Reply{Writer: r, style: answer.StyleOf[Style](r.Game, ID)}
	if w.style.Full == 0 {
		w.style.Full = 1000 // protocol/gamespy1/SPEC.md#query-ids
	}
	for i := range request.Fields {
		if request.Fields[i].Def != &gamespy1Item {
			continue
		}
		item, text := "", ""
		if k := request.Child(i, wire.RoleKey); k >= 0 {
			item = request.Text(k)
		}
		if v := request.Child(i, wire.RoleValue); v >= 0 {
			text = request.Text(v)
		}
		if item == "queryid" { // only servers number their datagrams: this is another's echo reply
			r.Out, r.Err = nil, answer.ErrNoRequest
			return
		}
		w.item(item, text)
	}
	if w.parts == 0 {
		return
	}
	if len(w.b) > 0 && w.style.Apart && w.empty {
		w.flush(false)
	}
	w.flush(true)
}

// item appends what one item requests; an unknown one is skipped.
func (w *gamespy1Reply) item(item, text string) {
	switch item {
	case "basic":
		w.basic()
	case "info":
		w.info()
	case "rules":
		w.rules()
	case "players":
		w.players()
	case "status":
		w.basic()
		w.info()
		w.rules()
		w.players()
		if w.style.TeamsInStatus {
			w.teams()
		}
	case "teams":
		if w.style.Teams {
			w.teams()
		}
	case "echo":
		if w.style.Echo != "" && text != "" {
			w.part(pair(nil, w.style.Echo, text))
		}
	case "secure":
		if answer, ok := keys.Validate(text, w.gamename()); ok {
			w.part(pair(nil, "validate", answer))
		}
	case "level_property", "game_property":
		if value, ok := answer.StatusRule(w.Status, text); ok {
			w.part(pair(nil, text, value))
		}
	case "player_property":
		w.property(text)
	}
}

// gamename returns the game's name in GameSpy's list.
func (w *gamespy1Reply) gamename() string { return w.Status.Game.Or(w.Game.Gamename) }

// part adds a part, in the next datagram when this one is full.
func (w *gamespy1Reply) part(p []byte) {
	w.parts++
	if len(p) == 0 {
		return
	}
	if len(w.b) > 0 && (w.style.Apart || len(w.b)+len(p) > w.style.Full) {
		w.flush(false)
	}
	w.b = append(w.b, p...)
}

// flush sends the datagram, which is one of several or the last.
func (w *gamespy1Reply) flush(final bool) {
	if w.packs++; final && w.style.Apart && w.empty { // Unreal numbers one without players 0
		w.packs = 0
	}
	if final && w.style.FinalFirst {
		w.b = append(w.b, backslash.FinalText...)
	}
	w.b = wire.AppendStrings(w.b, `\queryid\`, strconv.FormatUint(uint64(max(w.Number, 1)), 10), ".",
		strconv.Itoa(w.packs))
	if final && !w.style.FinalFirst {
		w.b = append(w.b, backslash.FinalText...)
	}
	w.Send(w.b)
	w.b = nil
}

// pair appends a key and its value. A backslash would end them, and the games
// remove it (protocol/gamespy1/SPEC.md#pairs).
func pair(b []byte, key, value string) []byte {
	b = answer.AppendReplyBytes(append(b, '\\'), withoutBackslash(answer.ReplyText(key)))
	return answer.AppendReplyBytes(append(b, '\\'), withoutBackslash(answer.ReplyText(value)))
}

// knownPair appends a pair whose value is known.
func knownPair[T int64 | string](b []byte, key string, value wire.Opt[T]) []byte {
	if !value.Known {
		return b
	}
	return pair(b, key, value.String())
}

func withoutBackslash(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] != '\\' {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// Where a rule is sent.
const (
	inBasic = iota
	inInfo
	inRules
	nowhere
)

// placed calls do with the rules of one part. Versions are in basic, and in
// info when they are sent twice (protocol/gamespy1/SPEC.md#pairs).
func (w *gamespy1Reply) placed(part int, do func(key, value string)) {
	names := &Keys
	if w.Game.Keys.Yes == "1" || w.style.Few {
		names = &sections.Keys
	}
	rules := answer.StatusRules(w.Status, names)
	for i, rule := range rules {
		place := inRules
		switch c, _ := backslash.Classify([]byte(rule.Key)); c {
		case backslash.ClassShared:
			place = inBasic
			for j := range i {
				if wire.EqualFold(rules[j].Key, rule.Key) {
					place = inInfo
				}
			}
		case backslash.ClassInfo, backslash.ClassPort, backslash.ClassCount, backslash.ClassName:
			place = inInfo
		case backslash.ClassGame, backslash.ClassFinal, backslash.ClassQueryID, backslash.ClassEcho, backslash.ClassSecure,
			backslash.ClassValidate,
			backslash.ClassPlayer, backslash.ClassPlayerPart, backslash.ClassPing, backslash.ClassScore, backslash.ClassTeam,
			backslash.ClassTeamPart:
			place = nowhere
		case backslash.ClassAdmin:
		default:
			if w.style.Few && w.Status.Protocol != ID && !fewRules(rule.Key) {
				place = nowhere
			}
		}
		if rule.Key == "" {
			place = nowhere
		}
		if w.style.Mixed && place != nowhere {
			place = inRules
		}
		if place == part {
			do(rule.Key, rule.Value)
		}
	}
}

// fewRules reports whether UT2003 and UT2004 send the rule by GameSpy as well.
func fewRules(key string) bool {
	return wire.EqualFold(key, "adminemail") || wire.EqualFold(key, "adminname") || wire.EqualFold(key, "password")
}

func (w *gamespy1Reply) basic() {
	b := pair(nil, "gamename", w.gamename())
	w.placed(inBasic, func(key, value string) { b = pair(b, key, value) })
	w.part(b)
}

func (w *gamespy1Reply) info() {
	s := w.Status
	b := knownPair(nil, "hostname", s.Name)
	b = knownPair(b, "hostport", s.GamePort)
	b = knownPair(b, "maptitle", s.MapTitle)
	b = knownPair(b, "mapname", s.Map)
	b = knownPair(b, "gametype", s.GameType)
	b = knownPair(b, "numplayers", answer.PlayerCount(s))
	b = knownPair(b, "maxplayers", s.MaxPlayers)
	w.placed(inInfo, func(key, value string) { b = pair(b, key, value) })
	w.part(b)
}

func (w *gamespy1Reply) rules() {
	var b []byte
	w.placed(inRules, func(key, value string) {
		p := pair(nil, key, value)
		if len(b) > 0 && len(b)+len(p) > w.style.Full {
			w.part(b)
			b = nil
		}
		b = append(b, p...)
	})
	w.part(b)
}

// slots returns the number of each player's keys: the ids where they can be
// slots, else the places in the list.
func slots(players []wire.Player) []int64 {
	n := make([]int64, len(players))
	seen := make(map[int64]bool, len(players))
	for i := range players {
		id := players[i].ID
		if !id.Known || id.Value < 0 || id.Value > 255 || seen[id.Value] {
			for i := range n {
				n[i] = int64(i)
			}
			return n
		}
		seen[id.Value] = true
		n[i] = id.Value
	}
	return n
}

func (w *gamespy1Reply) players() {
	players := w.Status.PlayerList
	w.empty = len(players) == 0
	w.part(nil)
	number := slots(players)
	for i := range players {
		w.part(w.player(&players[i], "_"+strconv.FormatInt(number[i], 10)))
	}
}

func (w *gamespy1Reply) player(p *wire.Player, n string) []byte {
	name := "player"
	if w.style.Playername {
		name = "playername"
	}
	b := pair(nil, name+n, p.Name.Value)
	if w.style.Backslash && p.Name.Known {
		b = answer.AppendReplyBytes(wire.AppendStrings(nil, `\`, name, n, `\`), answer.ReplyText(p.Name.Value))
	}
	b = knownPair(b, "frags"+n, p.Score)
	if p.Ping.Known {
		b = pair(b, "ping"+n, " "+strconv.FormatInt(p.Ping.Value, 10)) // as UT99 writes it
	}
	if p.Team.Known || !w.style.Playername {
		b = pair(b, "team"+n, strconv.FormatInt(p.Team.Or(255), 10))
	}
	for _, e := range p.Extra {
		b = pair(b, e.Key+n, e.Value)
	}
	return b
}

func (w *gamespy1Reply) teams() {
	for i := range w.Status.Teams {
		t := &w.Status.Teams[i]
		n := "_" + strconv.FormatInt(t.ID.Or(int64(i)), 10)
		if w.style.TeamsInStatus { // score_N and team_N are the players' there
			w.part(pair(nil, "teamname"+n, t.Name.Value))
			continue
		}
		b := pair(nil, "team"+n, t.Name.Value)
		b = knownPair(knownPair(b, "score"+n, t.Score), "size"+n, t.Size)
		for _, e := range t.Extra {
			b = pair(b, e.Key+n, e.Value)
		}
		w.part(b)
	}
}

// property appends a property of each player.
func (w *gamespy1Reply) property(name string) {
	players := w.Status.PlayerList
	number := slots(players)
	var b []byte
	for i := range players {
		p := &players[i]
		value, ok := answer.ExtraValue(p.Extra, name)
		switch {
		case ok:
		case wire.EqualFold(name, "PlayerName"):
			value, ok = p.Name.Value, p.Name.Known
		case wire.EqualFold(name, "Score"):
			value, ok = p.Score.String(), p.Score.Known
		case wire.EqualFold(name, "Ping"):
			value, ok = p.Ping.String(), p.Ping.Known
		case wire.EqualFold(name, "Team"):
			value, ok = p.Team.String(), p.Team.Known
		}
		if ok {
			b = pair(b, name+"_"+strconv.FormatInt(number[i], 10), value)
		}
	}
	if len(b) > 0 {
		w.part(b)
	}
}

// Keys are the rules that carry what a Status holds in typed fields.
var Keys = answer.RuleKeys{Version: "gamever", Password: "password", Yes: "True", No: "False", Mutators: "mutators"}
