package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"fragscope/analyzer/emulator"
	"fragscope/decoder"
	"fragscope/decoder/protocol/heartbeat"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/wire"
)

// harbour is the server that the scripts ask.
func harbour(p decoder.Protocol) *decoder.Status {
	return &decoder.Status{
		Protocol: p, Name: wire.Some("Harbour Lights"), Map: wire.Some("DM-Bellfounder"),
		GameType: wire.Some("xDeathMatch"), GamePort: wire.Some(int64(7777)),
		Players: wire.Some(int64(2)), MaxPlayers: wire.Some(int64(16)),
		Rules: []wire.Rule{{Key: "GoalScore", Value: "25"}},
		PlayerList: []wire.Player{
			{ID: wire.Some(int64(0)), Name: wire.Some("Brass Lantern"), Score: wire.Some(int64(3)),
				Ping: wire.Some(int64(44)), Team: wire.Some(int64(1))},
			{ID: wire.Some(int64(1)), Name: wire.Some("=Tin Whistle"), Score: wire.Some(int64(17)),
				Ping: wire.Some(int64(120)), Team: wire.Some(int64(0))},
		},
	}
}

// TestLiveScripts runs the commands that ask servers, on loopback. The scripts
// know the servers by their names: $UT2004 is the query address of one.
func TestLiveScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/live", RequireUniqueNames: true, RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			ctx, cancel := context.WithCancel(context.Background())
			e.Defer(cancel)
			e.Setenv("NET", ownNet())
			serve := func(name, addr string, o emulator.Options) (*emulator.Server, error) {
				s, err := emulator.Listen(ctx, addr, o)
				if err != nil {
					return nil, err
				}
				e.Defer(func() { s.Close() })
				e.Setenv(name, s.Addr().String())
				return s, nil
			}
			// own is an address of a server's own: a query of a game's port asks the ports after it too.
			host := 10
			own := func() string {
				host++
				return fmt.Sprintf("%s.%d:0", ownNet(), host)
			}
			var listed []string
			var servers []unrealmaster.ListedServer
			for name, protocol := range map[string]decoder.Protocol{
				"UT2004": "unreal2", "UT99": "gamespy1", "SWAT4": "gamespy2", "UT3": "gamespy3", "GTACONNECTED": "ugp",
			} {
				s, err := serve(name, own(), emulator.Options{Source: emulator.FromStatus(protocol, harbour(protocol)),
					Game: decoder.GameByName(strings.ToLower(name))})
				if err != nil {
					return err
				}
				if protocol == "gamespy1" {
					listed = append(listed, s.Addr().String())
					servers = append(servers, unrealmaster.ListedServer{Address: s.Addr().Addr().As4(), GamePort: s.Addr().Port() - 1,
						QueryPort: s.Addr().Port(), Status: harbour(protocol)})
				}
			}
			// One that changes once it was asked twice about three things each.
			var asked atomic.Int32
			if _, err := serve("CHANGING", own(),
				emulator.Options{Source: emulator.FromStatusFunc([]decoder.Protocol{"unreal2"}, func(time.Time) *decoder.Status {
					s := harbour("unreal2")
					if asked.Add(1) > 6 {
						s.Map = wire.Some("DM-Saltglass")
						s.PlayerList[0].Name = wire.Some("Copper Kettle")
					}
					return s
				})}); err != nil {
				return err
			}
			if _, err := serve("SPOOFED", own(),
				emulator.Options{Source: emulator.FromStatus("unreal2", harbour("unreal2")),
					Faults: []emulator.Fault{{Kind: emulator.WrongPort, Share: 1}}}); err != nil {
				return err
			}
			// Somebody who never answers, where no other test has a server: the port may
			// be that of a game, and the next one, where queries go then, somebody else's.
			deaf, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.ParseIP(ownNet() + ".7")})
			if err != nil {
				return err
			}
			e.Defer(func() { deaf.Close() })
			e.Setenv("DEAF", deaf.LocalAddr().String())
			if _, err := serve("MASTER", "127.0.0.1:0",
				emulator.Options{
					Source: emulator.FromMaster(&unrealmaster.MasterServer{Servers: func() []unrealmaster.ListedServer {
						return servers
					}})}); err != nil {
				return err
			}
			if _, err := serve("MASTER2004", "127.0.0.1:0",
				emulator.Options{
					Source: emulator.FromMaster(&unrealmaster.MasterServer{Binary: true, Servers: func() []unrealmaster.ListedServer {
						return servers
					}})}); err != nil {
				return err
			}
			list := strings.Join(listed, "\n") + "\n" + deaf.LocalAddr().String() + "\n"
			page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, list) }))
			e.Defer(page.Close)
			e.Setenv("PAGE", page.URL)
			// A server of the network's broadcast, as on a LAN.
			beacon, err := serve("BEACON", "127.255.255.255:0",
				emulator.Options{Source: emulator.FromStatus("unreal-lan", harbour("unreal-lan")),
					Game: decoder.GameByName("ut99")})
			if err != nil {
				return err
			}
			e.Setenv("BEACONPORT", fmt.Sprint(beacon.Addr().Port()))
			return os.WriteFile(filepath.Join(e.WorkDir, "servers.txt"), []byte(list), 0o666)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			// heartbeat ADDRESS: sends a heartbeat there until the script ends.
			"heartbeat": func(ts *testscript.TestScript, _ bool, args []string) {
				p, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "unreal-heartbeat",
					Details: &heartbeat.Query{Port: 7778}})
				ts.Check(err)
				c, err := net.Dial("udp4", args[0])
				ts.Check(err)
				done := make(chan struct{})
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					for range 100 {
						c.Write(p) // nobody may be there yet
						select {
						case <-done:
							return
						case <-time.After(50 * time.Millisecond):
						}
					}
				}()
				ts.Defer(func() { close(done); <-ended; c.Close() })
			},
		},
	})
}
