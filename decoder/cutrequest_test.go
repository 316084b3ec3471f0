package decoder_test

import (
	"slices"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

// TestRequests: a request is listed exactly if it can be built.
func TestRequests(t *testing.T) {
	for _, p := range decoder.Protocols() {
		list := decoder.Descriptor(p).Requests()
		for _, m := range decoder.Descriptor(p).Docs.Messages {
			if m.Direction != wire.Request {
				continue
			}
			_, err := decoder.AppendRequest(nil, &ask.Query{Protocol: p, Message: m.Name})
			known := err == nil || !strings.Contains(err.Error(), " has no ")
			if known != slices.Contains(list, m.Name) {
				t.Errorf("%s: %q is in %q: %v", p, m.Name, list, err)
			}
		}
	}
}

// A request that is cut is no unknown message from the byte on at which it can
// be told from chance, and a problem says that it is cut where it is not a
// shorter request by itself.
func TestCutRequest(t *testing.T) {
	least := map[wire.ProtocolID]int{
		"unreal2": 4, "gamespy1": 4, "gamespy2": 2, "gamespy3": 2, "ugp": 4, "unreal-lan": 4, "unreal-heartbeat": 4,
		"unreal-master": 4, "quake3": 8, "a2s": 5, "quake2": 8, "quakeworld": 8, "samp": 4, "raknet": 17, "mumble": 12,
		"minecraft": 10, "ase": 1, "doom3": 6, "gamespy-master": 14, "tribes": 3, "torque": 6, "teeworlds": 11,
		"frostbite": 27, "openttd": 3, "cube2": 6, "m2mp": 3, "netquake": 8, "satisfactory": 4, "sqp": 5, "zandronum": 5, "odamex": 4,
		"bzflag": 4,
	}
	leastOf := map[string]int{"LAN beacon query request": 6, "HexenWorld status request": 9, "token request": 12,
		"version request": 24, "frostbite player list request": 28, "0.7 info request": 14, "login": 10,
		"login and server list request": 10, "binary list request": 5, "news request": 5, "legacy ping request": 3,
		"filtered list request": 9, "query request": 8, "sqp challenge request": 6, "challenge answer": 30, "gamespy-master server list request": 106}
	for _, p := range decoder.Protocols() {
		for _, name := range decoder.Descriptor(p).Requests() {
			q := promise.Query(t, p, name)
			q.ID = [8]byte{0x10, 0x20, 0x30, 0x40}
			whole, err := decoder.AppendRequest(nil, q)
			if err != nil {
				t.Fatal(err)
			}
			from := least[p]
			if n := max(leastOf[name], leastOf[p.String()+" "+name]); n != 0 {
				from = n
			}
			for n := from; n <= len(whole); n++ {
				m := decoder.Decode(whole[:n], wire.Options{})
				checkMessage(t, m)
				cut := false
				for i := range m.Problems {
					switch m.Problems[i].Info.Code {
					case "cut", "length-past-end", "gamespy1-key-without-value", "gamespy3-nothing-asked":
						cut = true
					}
				}
				if m.Confidence == wire.Unlikely || !cut && m.Confidence == wire.Possible && n < len(whole) && n != 5 {
					t.Errorf("%s, cut to %d of %d bytes:\n%s", name, n, len(whole), dump(m))
				}
			}
		}
	}
	for _, kind := range []byte{1, 8} {
		if m := decoder.Decode([]byte{0xfe, 0xfd, kind, 0x10}, wire.Options{}); m.Info.Protocol() != wire.UnknownProtocol {
			t.Errorf("a request of type %d is taken for %s", kind, m.Info.Name)
		}
	}
	for _, s := range []string{"\\st", "\\hostname", "REP", "\xff\xffU"} {
		if m := decoder.Decode([]byte(s), wire.Options{}); m.Info.Protocol() != wire.UnknownProtocol {
			t.Errorf("%q is taken for %s", s, m.Info.Name)
		}
	}
}
