package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/internal/cli/live"
	"fragscope/decoder"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/wire"
)

// What a server says never makes a terminal do anything: no command prints a
// control character of it, in any format.
func TestNoEscapesOfServers(t *testing.T) {
	const evil = "a\x1b]0;owned\x07\x1b[2J\u009b31m\r\u202eb\x7f"
	say := func(p decoder.Protocol) *decoder.Status {
		return &decoder.Status{
			Protocol: p, Name: wire.Some(evil), Map: wire.Some(evil), GameType: wire.Some(evil),
			Version: wire.Some(evil), Players: wire.Some(int64(1)), MaxPlayers: wire.Some(int64(2)),
			GamePort: wire.Some(int64(7777)), Rules: []wire.Rule{{Key: evil, Value: evil}},
			Teams: []wire.Team{{Name: wire.Some(evil)}},
			PlayerList: []wire.Player{{ID: wire.Some(int64(0)), Name: wire.Some(evil), Score: wire.Some(int64(1)),
				Ping: wire.Some(int64(1)), Team: wire.Some(int64(0))}},
		}
	}
	list := ""
	for _, p := range []decoder.Protocol{
		"unreal2", "gamespy1", "gamespy2", "gamespy3", "ugp", "quake3", "a2s", "quake2", "quakeworld",
		"samp", "raknet", "minecraft", "ase", "doom3", "tribes", "torque",
	} {
		s, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{Source: emulator.FromStatus(p, say(p))})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		list += s.Addr().String() + "\n"
	}
	file := filepath.Join(t.TempDir(), "list.txt")
	published := "127.0.0.1\t7777\t7787\t" + evil + "\t" + evil + "\n"
	if err := os.WriteFile(file, []byte(list+published), 0o666); err != nil {
		t.Fatal(err)
	}
	master, err := emulator.Listen(t.Context(), "127.0.0.1:0",
		emulator.Options{Source: emulator.FromMaster(&unrealmaster.MasterServer{Binary: true, News: evil,
			Servers: func() []unrealmaster.ListedServer {
				return []unrealmaster.ListedServer{{Address: [4]byte{127, 0, 0, 1}, GamePort: 7777, QueryPort: 7778,
					Status: say("unreal2")}}
			}})})
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	beacon, err := emulator.Listen(t.Context(), "127.255.255.255:0",
		emulator.Options{Source: emulator.FromStatus("unreal-lan", say("unreal-lan")), Game: decoder.GameByName("ut99")})
	if err != nil {
		t.Fatal(err)
	}
	defer beacon.Close()
	// One that denies the login with a text of its own.
	denies, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer denies.Close()
	go func() {
		for {
			c, err := denies.Accept()
			if err != nil {
				return
			}
			fmt.Fprintf(c, `\basic\\secure\%s\final\`, evil)
			c.Close()
		}
	}()
	quick := []string{"--timeout", "300ms", "--idle", "100ms", "--retries", "0"}
	first, _, _ := strings.Cut(list, "\n")
	var runs [][]string
	for _, f := range live.QueryFormats() {
		runs = append(runs, append([]string{"query", "-f", f}, strings.Fields(list)...),
			[]string{"query", "-f", f, "--watch", "100ms", "--rounds", "2", first})
	}
	for _, f := range live.BoardFormats() {
		runs = append(runs, []string{"servers", "-f", f, file}, []string{"servers", "--query", "-f", f, file},
			[]string{"servers", "-f", f, "--master", master.Addr().String()},
			[]string{"servers", "-f", f, "--master", denies.Addr().String()},
			[]string{"discover", "-f", f, "--wait", "200ms", "--broadcast", "127.255.255.255", "--broadcast-port",
				fmt.Sprint(beacon.Addr().Port())})
	}
	// Most of the time they wait for servers, so several do at once.
	var said atomic.Int64
	var wait sync.WaitGroup
	slots := make(chan struct{}, 6)
	for _, args := range runs {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			out := &countingWriter{}
			root := rootCommand()
			root.SetOut(out)
			root.SetErr(out)
			root.SetArgs(append(args, quick...))
			if err := root.ExecuteContext(ctx); err != nil { // as main prints it
				fmt.Fprintf(out, "%s\n", cli.Escape(err.Error()))
			}
			if out.odd != nil {
				t.Errorf("%q prints %q", args, out.odd[:min(len(out.odd), 2000)])
			}
			if out.bytes == 0 {
				t.Errorf("%q prints nothing", args)
			}
			said.Add(int64(out.owned))
		})
	}
	wait.Wait()
	if n := said.Load(); n < int64(len(runs)/2) {
		t.Errorf("only %d of %d outputs hold what the servers say", n, len(runs))
	}
}
