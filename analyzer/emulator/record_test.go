package emulator_test

import (
	"bytes"
	"context"
	"net/netip"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/analyzer/live/record"
	"fragscope/decoder"
	"fragscope/decoder/query"
)

// TestRecordedAgain: what our client recorded of a server, the emulator says
// again, and our client reads the same.
func TestRecordedAgain(t *testing.T) {
	for _, name := range []string{"ut2004", "ut99", "ut3", "bf2", "swat4", "gtaconnected"} {
		t.Run(name, func(t *testing.T) {
			g := decoder.GameByName(name)
			p := g.Services[0].Protocol
			life := emulator.NewLife(g, 0, 3)
			s, err := emulator.Listen(t.Context(), "127.0.0.1:0",
				emulator.Options{Game: g, Source: emulator.FromStatusFunc([]decoder.Protocol{p}, life.Status)})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			var file bytes.Buffer
			first := queryServer(t, s.Addr(), p, &file)

			c, err := emulator.ReadCapture(&file, "recorded")
			if err != nil {
				t.Fatal(err)
			}
			town, err := c.Town(t.Context(), s.Addr(), false, emulator.Choice{At: netip.MustParseAddrPort("127.0.0.1:0"),
				Free: true}, emulator.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer town.Close()
			if again := queryServer(t, town.Servers[0].Addr(), p, nil); !cmp.Equal(first, again) {
				t.Errorf("-recorded +replayed:\n%s", cmp.Diff(first, again))
			}
		})
	}
}

// queryServer queries a server, and records that in file unless it is nil.
func queryServer(t *testing.T, addr netip.AddrPort, p decoder.Protocol, file *bytes.Buffer) *decoder.Status {
	t.Helper()
	opts := live.Options{}
	if file != nil {
		r, err := record.New(file)
		if err != nil {
			t.Fatal(err)
		}
		opts.Tap = r.Record
		defer func() {
			if err := r.Err(); err != nil {
				t.Error(err)
			}
		}()
	}
	c := live.New(opts)
	defer c.Close()
	s := c.Query(context.Background(), live.TargetAt(addr, query.PlanOf(p)))
	if s.Err != nil || s.Status == nil {
		t.Fatalf("%s: %v", addr, s.Err)
	}
	return s.Status
}
