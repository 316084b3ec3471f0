package peer

import (
	"cmp"
	"context"
	"flag"
	"math/rand/v2"
	"net/netip"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/query"
)

var (
	states    = flag.Int("states", 20, "how many servers of each family TestStates makes")
	stateSeed = flag.Uint64("stateseed", 1, "what TestStates makes them from")
)

// A family is a kind of servers that gamedig and our client query in random
// states. What is read is a value that go-cmp compares.
type family struct {
	game  string // of the decoder, whose first service is asked
	kind  string // gamedig's name
	plan  string // ours, "" for the game's name
	least int    // states, where -states says fewer
	state func(m *stateMaker) *decoder.Status

	// want is what our client and gamedig have to read of a server.
	want   func(s *decoder.Status) (ours, theirs any)
	ours   func(s *decoder.Status) any
	theirs func(s State) any

	// alternate lets every other server answer without a challenge.
	alternate bool
}

// families are the servers that TestStates makes.
var families = []family{
	onUnreal("ut2004", "unrealtournament2004", "unreal2", "unreal2"),
	onUnreal("ut99", "unrealtournament", "gamespy1", "gamespy1"),
	onUnreal("halo", "halo", "gamespy2", "gamespy2"),
	onUnreal("bf2", "battlefield2", "gamespy3", "gamespy3"),
	onUnreal("ut3", "unrealtournament3", "ut3", "gamespy3"),
	jc2mp,
	onSource("tf2"), onSource("halflife"),
	onQuake("quake3", "q3a", "g_needpass", "version"), onQuake("quake2", "quake2", "needpass", "version"),
	onQuake("quakeworld", "quake", "needpass", "*version"), onQuake("hexenworld", "hexen2", "needpass", "*version"),
	onDoom("doom3", "doom3", "doom3"), onDoom("quake4", "quake4", "doom3"), onDoom("etqw", "etqw", "etqw"),
	onSAMP("samp", "gtasam", "0.3.7-R2"), onSAMP("openmp", "gtasao", "omp 1.4.0.2779"),
	onASE("mta", "gtasamta"), onASE("farcry", "farcry"),
	bedrock, minecraft, mumble, satisfactory,
	onTribes("tribes", "t1s"), onTribes("starsiege", "starsiege"), vcmp,
}

// TestStates lets gamedig and our client query servers that say anything that
// they can say. The long run is
//
//	go test ./analyzer/peer -run TestStates -v -states 1000 -timeout 60m
func TestStates(t *testing.T) {
	for i := range families {
		f := &families[i]
		t.Run(cmp.Or(f.game, f.kind), func(t *testing.T) {
			m := &stateMaker{rand.New(rand.NewPCG(*stateSeed, uint64(i))), f.game}
			all := make([]*decoder.Status, max(*states, f.least))
			for n := range all {
				all[n] = f.state(m)
			}
			t.Logf("%d states from -stateseed %d", len(all), *stateSeed)
			f.compare(t, all)
		})
	}
}

// compare serves the statuses, and holds what both programs read against them.
func (f *family) compare(t *testing.T, all []*decoder.Status) {
	places := make([]Place, len(all))
	for i, s := range all {
		places[i] = Place{f.kind, f.start(t, s, i)}
	}
	theirs, err := Query(t.Context(), ".", places)
	if err != nil {
		t.Fatal(err)
	}
	read, wrong := f.ask(t, all, places), 0
	for i, s := range all {
		ours, other := f.want(s)
		client := gocmp.Diff(ours, f.ours(read[i]), cmpopts.EquateEmpty())
		gamedig := gocmp.Diff(other, f.theirs(theirs[i]), cmpopts.EquateEmpty())
		if client+gamedig == "" {
			continue
		}
		if wrong++; wrong <= 3 {
			t.Errorf("state %d: -status +our client:\n%s-status as gamedig reads it +gamedig:\n%s", i, client, gamedig)
		}
	}
	if wrong > 0 {
		t.Errorf("%d states of %d differ", wrong, len(all))
	}
}

// start starts the server with the number i.
func (f *family) start(t *testing.T, s *decoder.Status, i int) netip.AddrPort {
	game := decoder.GameByName(f.game)
	server, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{
		Source: emulator.FromStatus(game.Services[0].Protocol, s), Game: game, Amplification: -1, NoChallenge: f.alternate &&
			i%2 == 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return server.Addr()
}

// ask returns what our client reads of all servers.
func (f *family) ask(t *testing.T, all []*decoder.Status, places []Place) []*decoder.Status {
	read := make([]*decoder.Status, len(all))
	plan, ok := query.PlanByName(cmp.Or(f.plan, f.game))
	if !ok {
		t.Fatalf("there is no plan %q", cmp.Or(f.plan, f.game))
	}
	c := live.New(live.Options{Timeout: 2 * time.Second, Quiet: 500 * time.Millisecond})
	defer c.Close()
	sessions := make([]*live.Session, len(all))
	var group sync.WaitGroup
	slots := make(chan struct{}, 50)
	for i, place := range places {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			sessions[i] = c.Query(context.Background(), live.TargetAt(place.Addr, plan))
		})
	}
	group.Wait()
	for i, s := range sessions {
		if s.Err != nil || s.Status == nil {
			t.Fatalf("state %d: our client: %v %+v", i, s.Err, s.Status)
		}
		read[i] = s.Status
	}
	return read
}

// same is for families of which both programs read what view says of a status.
func same[V any](view func(s *decoder.Status) V) func(s *decoder.Status) (ours, theirs any) {
	return func(s *decoder.Status) (ours, theirs any) { return view(s), view(s) }
}

// viewed makes any of what view returns.
func viewed[S, V any](view func(s S) V) func(s S) any { return func(s S) any { return view(s) } }
