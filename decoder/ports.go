package decoder

// Where servers may answer, by what is usual (see the ports of each protocol).

// A placeOffset is an offset from a known port of which nobody has said whether
// it is for players or for queries.
type placeOffset struct {
	plan   *Plan
	offset int
}

// A placeNumber is a query port that does not follow from the game port, for
// the game port that it goes with.
type placeNumber struct {
	plan       *Plan
	game, port uint16
}

// A placeTable holds what is usual.
type placeTable struct {
	offsets []placeOffset // the likeliest first
	numbers []placeNumber
	first   []Place  // when only the host is known: what is tried before all else
	common  Protocol // then all ports of this one
	order   []*Plan  // then the first port of each of these, then the second, and so on
	last    []Place  // in the end, whatever port is known
}

var usual = placeTable{
	offsets: []placeOffset{
		{&planUnreal2, 0}, {&planGameSpy1, 0}, {&planUnreal2, 1}, {&planGameSpy1, 1}, {&planGameSpy3, 0}, {&planUGP, 0}, {&planGameSpy1, 10},
		{&planGameSpy2, 0}, {&planGameSpy2, 1}, {&planGameSpy2, 2}, {&planGameSpy3, 2}, {&planGameSpy1, 12}, {&planGameSpy1, 97}, {&planGameSpy2, 3},
		{&planGameSpy1, -10}, {&planPariah, 0}, {&planPariah, 1},
	},
	numbers: []placeNumber{
		{&planGameSpy3, 7777, 6500}, {&planGameSpy1, 14567, 23000}, {&planGameSpy2, 15567, 23000}, {&planGameSpy3, 16567, 29900},
		{&planGameSpy1, 2092, 20142}, {&planGameSpy1, 5425, 15425}, {&planGameSpy2, 7777, 11138},
	},
	// Servers of the Unreal2 query answer GameSpy 1 too, which tells less: so
	// all of its usual ports come before the other's rarer ones.
	first:  []Place{{&planUnreal2, 7778, "usual for UT2004 and UT2003"}, {&planGameSpy1, 7778, "usual for UT99"}},
	common: Unreal2,
	order:  []*Plan{&planUnreal2, &planGameSpy1, &planGameSpy3, &planUGP, &planGameSpy2},
	last:   []Place{{&planGameSpy3, 6500, "usual for Unreal Tournament 3"}},
}

// Place returns where and how a listed server is asked. The plan is nil when
// the list does not tell by what the server can be asked, and exact says that
// the port is its query port.
func (l *Listed) Place() (plan *Plan, port uint16, exact bool) {
	switch {
	case l.Protocol == UnrealMaster && l.GamePort == 0: // GameSpy's masters list query ports alone
		return &planGameSpy1, l.QueryPort, true
	case l.Protocol == UnrealMaster && l.QueryPort != 0:
		return &planUnreal2, l.QueryPort, true
	case l.Protocol == ServerList && l.GamePort != 0 && l.GamePort != 65535 && l.QueryPort != 0:
		// The list of UT2003 names the GameSpy port; the binary query is next to
		// the game port.
		return &planUT2003, l.GamePort + 1, true
	}
	return nil, l.GamePort, false
}
