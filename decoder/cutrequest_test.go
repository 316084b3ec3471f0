package decoder

import "testing"

// A request that is cut is no unknown message from the byte on at which it can
// be told from chance, and a problem says that it is cut where it is not a
// shorter request by itself.
func TestCutRequest(t *testing.T) {
	least := map[Protocol]int{
		Unreal2: 4, GameSpy1: 4, GameSpy2: 2, GameSpy3: 2, UGP: 4, UnrealLAN: 4, UnrealHeartbeat: 4, UnrealMaster: 4,
	}
	leastOf := map[string]int{"LAN beacon query request": 6, "login": 10, "login and server list request": 10, "binary list request": 5, "news request": 5}
	for _, p := range Protocols() {
		for _, name := range Requests(p) {
			q := Query{Protocol: p, Message: name, ID: [4]byte{0x10, 0x20, 0x30, 0x40}, Text: "abcdef"}
			whole, err := AppendRequest(nil, &q)
			if err != nil {
				t.Fatal(err)
			}
			from := least[p]
			if n := leastOf[name]; n != 0 {
				from = n
			}
			for n := from; n <= len(whole); n++ {
				m := Decode(whole[:n], Options{})
				checkMessage(t, m)
				cut := false
				for i := range m.Problems {
					switch m.Problems[i].Info.Code {
					case "cut", "gamespy1-key-without-value", "gamespy3-nothing-asked":
						cut = true
					}
				}
				if m.Confidence == Unlikely || !cut && m.Confidence == Possible && n < len(whole) && n != 5 {
					t.Errorf("%s, cut to %d of %d bytes:\n%s", name, n, len(whole), dump(m))
				}
			}
		}
	}
	for _, kind := range []byte{1, 8} {
		if m := Decode([]byte{0xfe, 0xfd, kind, 0x10}, Options{}); m.Info.Protocol != Unknown {
			t.Errorf("a request of type %d is taken for %s", kind, m.Info.Name)
		}
	}
	for _, s := range []string{"\\st", "\\hostname", "REP", "\xff\xffU"} {
		if m := Decode([]byte(s), Options{}); m.Info.Protocol != Unknown {
			t.Errorf("%q is taken for %s", s, m.Info.Name)
		}
	}
}
