package decoder

import "strconv"

// Replies of GameSpy v1 (protocol/gamespy1/SPEC.md#query-ids and protocol/gamespy1/SPEC.md#other-engines).

// A gamespy1Style says how a game writes its replies.
type gamespy1Style struct {
	few           bool   // of the rules only administrator and password, as UT2003 and UT2004 (protocol/gamespy1/SPEC.md#ut2003-and-ut2004-on-game-port-plus-10)
	echo          string // key of the answer to echo
	finalFirst    bool   // final stands before queryid
	apart         bool   // a datagram for each part and player
	playername    bool   // names of players are called playername_N
	teams         bool   // answers teams
	backslash     bool   // leaves backslashes in the names of players, as UT2003 before a patch (protocol/gamespy1/SPEC.md#pairs)
	teamsInStatus bool   // says teams with the players
	mixed         bool   // all rules stand together in one order of their own
	full          int    // size in characters that datagrams of several parts do not exceed, 0 for gamespy1Full
}

// gamespy1Full is the size in characters that a datagram of several parts does
// not exceed in UT99, UT2003 and UT2004 (protocol/gamespy1/SPEC.md#query-ids).
const gamespy1Full = 1000

// A gamespy1Reply is an answer in the making.
type gamespy1Reply struct {
	*replier
	style *gamespy1Style
	b     []byte // the datagram that is being filled
	packs int    // datagrams sent
	parts int    // parts said, even empty ones
	empty bool   // players were asked for and there are none
}

// gamespy1Replies answers the items of a request in their order.
func gamespy1Replies(r *replier, request *Message) {
	style, ok := r.Game.styleOf(GameSpy1).(*gamespy1Style)
	if !ok {
		style = &gamespy1Style{}
	}
	w := gamespy1Reply{replier: r, style: style}
	for i := range request.Fields {
		if request.Fields[i].Def != &gamespy1Item {
			continue
		}
		item, text := "", ""
		if k := request.child(i, RoleKey); k >= 0 {
			item = request.Text(k)
		}
		if v := request.child(i, RoleValue); v >= 0 {
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
		if w.style.teamsInStatus {
			w.teams()
		}
	case "teams":
		if w.style.teams {
			w.teams()
		}
	case "echo":
		if w.style.echo != "" && text != "" {
			w.part(w.pair(nil, w.style.echo, text))
		}
	case "secure":
		if answer, ok := Validate(text, w.gamename()); ok {
			w.part(w.pair(nil, "validate", answer))
		}
	case "level_property", "game_property":
		if value, ok := w.Status.rule(text); ok {
			w.part(w.pair(nil, text, value))
		}
	case "player_property":
		w.property(text)
	}
}

// gamename returns the game's name in GameSpy's list.
func (w *gamespy1Reply) gamename() string { return said(w.Status.Game, w.Game.gamename) }

// part adds a part, behind a full datagram in the next one.
func (w *gamespy1Reply) part(p []byte) {
	w.parts++
	if len(p) == 0 {
		return
	}
	if len(w.b) > 0 && (w.style.apart || len(w.b)+len(p) > w.full()) {
		w.flush(false)
	}
	w.b = append(w.b, p...)
}

func (w *gamespy1Reply) full() int {
	if w.style.full > 0 {
		return w.style.full
	}
	return gamespy1Full
}

// flush sends the datagram.
func (w *gamespy1Reply) flush(final bool) {
	w.packs++
	w.numbered(final, w.packs)
}

func (w *gamespy1Reply) numbered(final bool, packet int) {
	if final && w.style.finalFirst {
		w.b = append(w.b, finalText...)
	}
	number := max(w.Number, 1)
	w.b = appendStrings(w.b, `\queryid\`, strconv.FormatUint(uint64(number), 10), ".", strconv.Itoa(packet))
	if final && !w.style.finalFirst {
		w.b = append(w.b, finalText...)
	}
	w.send(w.b)
	w.b = nil
}

// finish sends the last datagram. Unreal numbers one without players 0.
func (w *gamespy1Reply) finish() {
	if w.style.apart && w.empty {
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
	b = appendReplyBytes(append(b, '\\'), withoutBackslash(replyText(key)))
	return appendReplyBytes(append(b, '\\'), withoutBackslash(replyText(value)))
}

func withoutBackslash(s string) string {
	if !hasBackslash(s) {
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
	keys := &keysGameSpy1
	if w.Game.keys.yes == "1" || w.style.few {
		keys = &keysGameSpy
	}
	rules := w.Status.rules(keys)
	for i, rule := range rules {
		place := inRules
		switch c, _ := classify([]byte(rule.Key)); c {
		case classShared:
			place = inBasic
			for j := range i {
				if equalFold(rules[j].Key, rule.Key) {
					place = inInfo
				}
			}
		case classInfo, classPort, classCount, className:
			place = inInfo
		case classGame, classFinal, classQueryID, classEcho, classSecure, classValidate, classPlayer, classPlayerPart, classPing, classScore, classTeam, classTeamPart:
			place = nowhere
		case classAdmin:
		default:
			if w.style.few && w.Status.Protocol != GameSpy1 && !fewRules(rule.Key) {
				place = nowhere
			}
		}
		if rule.Key == "" {
			place = nowhere
		}
		if w.style.mixed && place != nowhere {
			place = inRules
		}
		if place == part {
			do(rule.Key, rule.Value)
		}
	}
}

// fewRules reports whether UT2003 and UT2004 say the rule by GameSpy as well.
func fewRules(key string) bool {
	return equalFold(key, "adminemail") || equalFold(key, "adminname") || equalFold(key, "password")
}

func (w *gamespy1Reply) basic() {
	b := w.pair(nil, "gamename", w.gamename())
	w.placed(inBasic, func(key, value string) { b = w.pair(b, key, value) })
	w.part(b)
}

func (w *gamespy1Reply) info() {
	s := w.Status
	var b []byte
	name := func(key string, value *string) {
		if value != nil {
			b = w.pair(b, key, *value)
		}
	}
	number := func(key string, value *int64) {
		if value != nil {
			b = w.pair(b, key, itoa(*value))
		}
	}
	name("hostname", s.Name)
	number("hostport", s.GamePort)
	name("maptitle", s.MapTitle)
	name("mapname", s.Map)
	name("gametype", s.GameType)
	number("numplayers", s.count())
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
func slots(players []Player) []int64 {
	n := make([]int64, len(players))
	seen := make(map[int64]bool, len(players))
	for i := range players {
		id := players[i].ID
		if id == nil || *id < 0 || *id > 255 || seen[*id] {
			for i := range n {
				n[i] = int64(i)
			}
			return n
		}
		seen[*id] = true
		n[i] = *id
	}
	return n
}

func (w *gamespy1Reply) players() {
	players := w.Status.PlayerList
	w.empty = len(players) == 0
	w.part(nil)
	number := slots(players)
	for i := range players {
		w.part(w.player(&players[i], "_"+itoa(number[i])))
	}
}

func (w *gamespy1Reply) player(p *Player, n string) []byte {
	name := "player"
	if w.style.playername {
		name = "playername"
	}
	b := w.pair(nil, name+n, said(p.Name, ""))
	if w.style.backslash && p.Name != nil {
		b = appendReplyBytes(appendStrings(nil, `\`, name, n, `\`), replyText(*p.Name))
	}
	if p.Score != nil {
		b = w.pair(b, "frags"+n, itoa(*p.Score))
	}
	if p.Ping != nil {
		b = w.pair(b, "ping"+n, " "+itoa(*p.Ping)) // as UT99 writes it
	}
	switch {
	case p.Team != nil:
		b = w.pair(b, "team"+n, itoa(*p.Team))
	case !w.style.playername:
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
		n := "_" + itoa(int64(i))
		if t.ID != nil {
			n = "_" + itoa(*t.ID)
		}
		if w.style.teamsInStatus { // score_N and team_N are the players' there
			w.part(w.pair(nil, "teamname"+n, said(t.Name, "")))
			continue
		}
		b := w.pair(nil, "team"+n, said(t.Name, ""))
		if t.Score != nil {
			b = w.pair(b, "score"+n, itoa(*t.Score))
		}
		if t.Size != nil {
			b = w.pair(b, "size"+n, itoa(*t.Size))
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
		value, ok := extraValue(p.Extra, name)
		switch {
		case ok:
		case equalFold(name, "PlayerName"):
			value, ok = said(p.Name, ""), p.Name != nil
		case equalFold(name, "Score") && p.Score != nil:
			value, ok = itoa(*p.Score), true
		case equalFold(name, "Ping") && p.Ping != nil:
			value, ok = itoa(*p.Ping), true
		case equalFold(name, "Team") && p.Team != nil:
			value, ok = itoa(*p.Team), true
		}
		if ok {
			b = w.pair(b, name+"_"+itoa(number[i]), value)
		}
	}
	if len(b) > 0 {
		w.part(b)
	}
}
