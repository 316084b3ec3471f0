package emulator

import (
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// A Life is a simulated game server: players come, score and leave, and maps
// change. Its methods may be called by several goroutines at once.
type Life struct {
	game *answer.Game
	kind *answer.Example
	port uint16 // of the game

	mu      sync.Mutex
	rnd     *rand.Rand
	start   time.Time
	steps   int // done
	maps    int // changes of the map
	most    int
	next    int64 // id of the next player
	players []lifePlayer
	status  *decoder.Status // after so many steps
}

type lifePlayer struct {
	id, score, deaths, ping, team int64
	came                          int // in steps
	name                          string
}

const (
	lifeStep = 2 * time.Second // how often something happens
	mapSteps = 60              // on average, until the map changes
	// maxCatchUp bounds the work after a long time without a query.
	maxCatchUp = 600
)

var (
	lifeFirst = []string{"Brass", "Copper", "Old", "Salty", "Quiet", "Storm", "North", "Tallow", "Grün", "[QG] ", "xX",
		"Pilot's "}
	lifeLast = []string{"Lantern", "Anchor", "Gull", "Pilot", "Kelp", "Ferry", "Mooring", "Xx", "_77", "Barnacle", "Tide",
		"=Fog="}
)

// NewLife returns a server of a game whose players use the given port, 0 for
// the game's own. The same seed gives the same life.
func NewLife(g *answer.Game, port uint16, seed uint64) *Life {
	l := &Life{game: g, kind: exampleOf(g), port: port, rnd: rand.New(rand.NewPCG(seed, 0x6c696665)), start: time.Now(),
		next: 1}
	if port == 0 {
		l.port = g.GamePort
	}
	l.most = l.kind.Most
	l.maps = l.rnd.IntN(len(l.kind.Maps))
	for range 2 + l.rnd.IntN(max(1, l.most/2)) {
		l.join()
	}
	return l
}

func exampleOf(g *answer.Game) *answer.Example {
	for _, e := range decoder.Examples() {
		if e.Game == g.Name {
			return e
		}
	}
	return nil
}

// Status returns the server as it is at a time. It must not be changed.
func (l *Life) Status(at time.Time) *decoder.Status {
	l.mu.Lock()
	defer l.mu.Unlock()
	want := int(at.Sub(l.start) / lifeStep)
	l.steps = max(l.steps, want-maxCatchUp)
	for ; l.steps < want; l.steps++ {
		l.step()
		l.status = nil
	}
	if l.status == nil {
		l.status = l.say()
	}
	return l.status
}

func (l *Life) join() {
	if len(l.players) >= l.most {
		return
	}
	l.players = append(l.players, lifePlayer{
		id: l.next, name: lifeFirst[l.rnd.IntN(len(lifeFirst))] + lifeLast[l.rnd.IntN(len(lifeLast))],
		ping: 20 + l.rnd.Int64N(120), team: l.next % 2, came: l.steps,
	})
	l.next++
}

func (l *Life) step() {
	switch n := l.rnd.IntN(10); {
	case n <= 1:
		l.join()
	case n == 2 && len(l.players) > 1:
		i := l.rnd.IntN(len(l.players))
		l.players = append(l.players[:i], l.players[i+1:]...)
	}
	for i := range l.players {
		p := &l.players[i]
		if l.rnd.IntN(3) == 0 {
			p.score += l.rnd.Int64N(3)
		}
		if l.rnd.IntN(4) == 0 {
			p.deaths++
		}
		p.ping = max(12, p.ping+l.rnd.Int64N(13)-6)
	}
	if l.rnd.IntN(mapSteps) == 0 {
		l.maps++
		for i := range l.players {
			l.players[i].score, l.players[i].deaths = 0, 0
		}
	}
}

func (l *Life) say() *decoder.Status {
	k := l.kind
	s := &decoder.Status{Protocol: l.game.Services[0].Protocol, Rules: k.Rules, Mutators: k.Mutators}
	name, mapName, title := k.Name, k.Maps[l.maps%len(k.Maps)], k.Title
	s.Name, s.Map, s.GameType = wire.Some(name), wire.Some(mapName), wire.Some(title)
	if k.Version != "" {
		s.Version = wire.Some(k.Version)
	}
	if game := l.game.GameName(); game != "" {
		s.Game = wire.Some(game)
	}
	port, players, most := int64(l.port), int64(len(l.players)), int64(l.most)
	s.GamePort, s.Players, s.MaxPlayers = wire.Some(port), wire.Some(players), wire.Some(most)
	if k.Waves {
		wave := strconv.Itoa(1 + l.steps/20%10)
		s.Rules = append(s.Rules[:len(s.Rules):len(s.Rules)], wire.Rule{Key: "CurrentWave", Value: wave},
			wire.Rule{Key: "FinalWave", Value: "10"})
	}
	scores := make([]int64, len(k.Teams))
	sizes := make([]int64, len(k.Teams))
	for i := range l.players {
		p := l.players[i]
		one := wire.Player{ID: wire.Some(p.id), Name: wire.Some(p.name), Score: wire.Some(p.score),
			Ping: wire.Some(p.ping)}
		if len(k.Teams) > 0 {
			one.Team = wire.Some(p.team)
			scores[p.team] += p.score
			sizes[p.team]++
		}
		for _, e := range k.Extra {
			switch e.Value {
			case "*":
				e.Value = strconv.FormatInt(p.deaths, 10)
			case "+":
				e.Value = strconv.FormatFloat((time.Duration(l.steps-p.came) * lifeStep).Seconds(), 'f', -1, 64)
			}
			one.Extra = append(one.Extra, e)
		}
		s.PlayerList = append(s.PlayerList, one)
	}
	for i, team := range k.Teams {
		id := int64(i)
		s.Teams = append(s.Teams, wire.Team{ID: wire.Some(id), Name: wire.Some(team), Score: wire.Some(scores[i]),
			Size: wire.Some(sizes[i])})
	}
	return s
}
