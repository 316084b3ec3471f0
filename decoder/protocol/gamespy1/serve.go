package gamespy1

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// Replies of GameSpy v1 (protocol/gamespy1/SPEC.md#query-ids and protocol/gamespy1/SPEC.md#other-engines).

// A Style says how a game writes its replies.
type Style struct {
	Few           bool   // of the rules only administrator and password, as UT2003 and UT2004 (protocol/gamespy1/SPEC.md#ut2003-and-ut2004-on-game-port-plus-10)
	Echo          string // key of the answer to echo
	FinalFirst    bool   // final stands before queryid
	Apart         bool   // a datagram for each part and player
	Playername    bool   // names of players are called playername_N
	Teams         bool   // answers teams
	Backslash     bool   // leaves backslashes in the names of players, as UT2003 before a patch (protocol/gamespy1/SPEC.md#pairs)
	TeamsInStatus bool   // says teams with the players
	Mixed         bool   // all rules stand together in one order of their own
	Full          int    // size in characters that datagrams of several parts do not exceed, 0 for gamespy1Full
}

// gamespy1Full is the size in characters that a datagram of several parts does
// not exceed in UT99, UT2003 and UT2004 (protocol/gamespy1/SPEC.md#query-ids).
const gamespy1Full = 1000

// A gamespy1Reply is an answer in the making.
type gamespy1Reply struct {
	*answer.Writer
	style *Style
	b     []byte // the datagram that is being filled
	packs int    // datagrams sent
	parts int    // parts said, even empty ones
	empty bool   // players were asked for and there are none
}

// Replies answers the items of a request in their order.
func Replies(r *answer.Writer, request *wire.Message) {
	style, ok := r.Game.StyleOf(protocol.GameSpy1).(*Style)
	if !ok {
		style = &Style{}
	}
	w := gamespy1Reply{Writer: r, style: style}
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
		w.item(item, text)
	}
	if w.parts > 0 {
		w.finish()
	}
}

// item says what one item asks for; an unknown one is passed over.
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
			w.part(w.pair(nil, w.style.Echo, text))
		}
	case "secure":
		if answer, ok := keys.Validate(text, w.gamename()); ok {
			w.part(w.pair(nil, "validate", answer))
		}
	case "level_property", "game_property":
		if value, ok := answer.StatusRule(w.Status, text); ok {
			w.part(w.pair(nil, text, value))
		}
	case "player_property":
		w.property(text)
	}
}

// gamename returns the game's name in GameSpy's list.
func (w *gamespy1Reply) gamename() string { return w.Status.Game.Or(w.Game.Gamename) }

// part adds a part, behind a full datagram in the next one.
func (w *gamespy1Reply) part(p []byte) {
	w.parts++
	if len(p) == 0 {
		return
	}
	if len(w.b) > 0 && (w.style.Apart || len(w.b)+len(p) > w.full()) {
		w.flush(false)
	}
	w.b = append(w.b, p...)
}

func (w *gamespy1Reply) full() int {
	if w.style.Full > 0 {
		return w.style.Full
	}
	return gamespy1Full
}

// flush sends the datagram.
func (w *gamespy1Reply) flush(final bool) {
	w.packs++
	w.numbered(final, w.packs)
}

func (w *gamespy1Reply) numbered(final bool, packet int) {
	if final && w.style.FinalFirst {
		w.b = append(w.b, backslash.FinalText...)
	}
	number := max(w.Number, 1)
	w.b = wire.AppendStrings(w.b, `\queryid\`, strconv.FormatUint(uint64(number), 10), ".", strconv.Itoa(packet))
	if final && !w.style.FinalFirst {
		w.b = append(w.b, backslash.FinalText...)
	}
	w.Send(w.b)
	w.b = nil
}

// finish sends the last datagram. Unreal numbers one without players 0.
func (w *gamespy1Reply) finish() {
	if w.style.Apart && w.empty {
		if len(w.b) > 0 {
			w.flush(false)
		}
		w.numbered(true, 0)
		return
	}
	w.flush(true)
}

// pair appends a key and its value. A backslash would end them, and the games
// take it out (protocol/gamespy1/SPEC.md#pairs).
func (w *gamespy1Reply) pair(b []byte, key, value string) []byte {
	b = answer.AppendReplyBytes(append(b, '\\'), withoutBackslash(answer.ReplyText(key)))
	return answer.AppendReplyBytes(append(b, '\\'), withoutBackslash(answer.ReplyText(value)))
}

func withoutBackslash(s string) string {
	if !wire.HasBackslash(s) {
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

// Where a rule stands.
const (
	inBasic = iota
	inInfo
	inRules
	nowhere
)

// placed calls do with the rules of one part. Versions stand in basic, and in
// info when they are said twice (protocol/gamespy1/SPEC.md#pairs).
func (w *gamespy1Reply) placed(part int, do func(key, value string)) {
	names := &Keys
	if w.Game.Keys.Yes == "1" || w.style.Few {
		names = &sections.KeysGameSpy
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
		case backslash.ClassGame, backslash.ClassFinal, backslash.ClassQueryID, backslash.ClassEcho, backslash.ClassSecure, backslash.ClassValidate, backslash.ClassPlayer, backslash.ClassPlayerPart, backslash.ClassPing, backslash.ClassScore, backslash.ClassTeam, backslash.ClassTeamPart:
			place = nowhere
		case backslash.ClassAdmin:
		default:
			if w.style.Few && w.Status.Protocol != protocol.GameSpy1 && !fewRules(rule.Key) {
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

// fewRules reports whether UT2003 and UT2004 say the rule by GameSpy as well.
func fewRules(key string) bool {
	return wire.EqualFold(key, "adminemail") || wire.EqualFold(key, "adminname") || wire.EqualFold(key, "password")
}

func (w *gamespy1Reply) basic() {
	b := w.pair(nil, "gamename", w.gamename())
	w.placed(inBasic, func(key, value string) { b = w.pair(b, key, value) })
	w.part(b)
}

func (w *gamespy1Reply) info() {
	s := w.Status
	var b []byte
	name := func(key string, value wire.Opt[string]) {
		if value.Known {
			b = w.pair(b, key, value.Value)
		}
	}
	number := func(key string, value wire.Opt[int64]) {
		if value.Known {
			b = w.pair(b, key, wire.Itoa(value.Value))
		}
	}
	name("hostname", s.Name)
	number("hostport", s.GamePort)
	name("maptitle", s.MapTitle)
	name("mapname", s.Map)
	name("gametype", s.GameType)
	number("numplayers", answer.Count(s))
	number("maxplayers", s.MaxPlayers)
	w.placed(inInfo, func(key, value string) { b = w.pair(b, key, value) })
	w.part(b)
}

func (w *gamespy1Reply) rules() {
	var b []byte
	w.placed(inRules, func(key, value string) {
		p := w.pair(nil, key, value)
		if len(b) > 0 && len(b)+len(p) > w.full() {
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
		w.part(w.player(&players[i], "_"+wire.Itoa(number[i])))
	}
}

func (w *gamespy1Reply) player(p *wire.Player, n string) []byte {
	name := "player"
	if w.style.Playername {
		name = "playername"
	}
	b := w.pair(nil, name+n, p.Name.Value)
	if w.style.Backslash && p.Name.Known {
		b = answer.AppendReplyBytes(wire.AppendStrings(nil, `\`, name, n, `\`), answer.ReplyText(p.Name.Value))
	}
	if p.Score.Known {
		b = w.pair(b, "frags"+n, wire.Itoa(p.Score.Value))
	}
	if p.Ping.Known {
		b = w.pair(b, "ping"+n, " "+wire.Itoa(p.Ping.Value)) // as UT99 writes it
	}
	switch {
	case p.Team.Known:
		b = w.pair(b, "team"+n, wire.Itoa(p.Team.Value))
	case !w.style.Playername:
		b = w.pair(b, "team"+n, "255")
	}
	for _, e := range p.Extra {
		b = w.pair(b, e.Key+n, e.Value)
	}
	return b
}

func (w *gamespy1Reply) teams() {
	for i := range w.Status.Teams {
		t := &w.Status.Teams[i]
		n := "_" + wire.Itoa(int64(i))
		if t.ID.Known {
			n = "_" + wire.Itoa(t.ID.Value)
		}
		if w.style.TeamsInStatus { // score_N and team_N are the players' there
			w.part(w.pair(nil, "teamname"+n, t.Name.Value))
			continue
		}
		b := w.pair(nil, "team"+n, t.Name.Value)
		if t.Score.Known {
			b = w.pair(b, "score"+n, wire.Itoa(t.Score.Value))
		}
		if t.Size.Known {
			b = w.pair(b, "size"+n, wire.Itoa(t.Size.Value))
		}
		for _, e := range t.Extra {
			b = w.pair(b, e.Key+n, e.Value)
		}
		w.part(b)
	}
}

// property says a property of each player.
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
		case wire.EqualFold(name, "Score") && p.Score.Known:
			value, ok = wire.Itoa(p.Score.Value), true
		case wire.EqualFold(name, "Ping") && p.Ping.Known:
			value, ok = wire.Itoa(p.Ping.Value), true
		case wire.EqualFold(name, "Team") && p.Team.Known:
			value, ok = wire.Itoa(p.Team.Value), true
		}
		if ok {
			b = w.pair(b, name+"_"+wire.Itoa(number[i]), value)
		}
	}
	if len(b) > 0 {
		w.part(b)
	}
}

// Keys are the rules that tell what a Status holds in values of their own.
var Keys = answer.RuleKeys{Version: "gamever", Password: "password", Yes: "True", No: "False", Mutators: "mutators"}
