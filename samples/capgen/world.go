package capgen

import (
	"math/rand/v2"
	"net/netip"

	"fragscope/decoder"
)

type client struct {
	addr4, addr6 netip.Addr
	port         uint16 // the next source port
}

func (g *generator) newClient(i int) *client {
	return &client{
		addr4: netip.AddrFrom4([4]byte{10, byte(20 + i>>16), byte(i >> 8), byte(i)}),
		addr6: addr6(0xc, i),
		port:  uint16(32768 + g.rnd.IntN(20000)),
	}
}

// No address is what a network sends to all its hosts.
func addr4(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{198, byte(18 + i/16000), byte(1 + 2*(i/125%128)), byte(1 + 2*(i%125))})
}

func addr6(net byte, i int) netip.Addr {
	a := [16]byte{0x20, 0x01, 0x0d, 0xb8, 0, net}
	a[14], a[15] = byte(i>>8), byte(i)
	return netip.AddrFrom16(a)
}

func (c *client) from(s *server) netip.AddrPort {
	if c.port++; c.port < 32768 {
		c.port = 32768
	}
	if s.addr.Addr().Is6() {
		return netip.AddrPortFrom(c.addr6, c.port)
	}
	return netip.AddrPortFrom(c.addr4, c.port)
}

type game uint8

const (
	ut2004 game = iota
	killingFloor
	ut2003
	ut99
	bf1942
	swat4
	ut3
	bf2
	gtac
	lanUT
	games
)

type kind struct {
	weight   int // how many of 100 servers run it
	port     uint16
	protocol decoder.Protocol
	gameType string
	maps     []string
}

var kinds = [games]kind{
	ut2004: {26, 7778, "unreal2", "xDeathMatch", []string{"DM-Quarry", "CTF-TwoPiers", "ONS-SaltFlats",
		"DM-1on1-Cellar", "AS-Lighthouse", "BR-Foundry"}},
	killingFloor: {10, 7708, "unreal2", "KFGameType", []string{"KF-Pierhead", "KF-Saltmine", "KF-Granary"}},
	ut2003:       {5, 7778, "unreal2", "xCTFGame", []string{"DM-Kiln", "CTF-Weir", "BR-Lockgate"}},
	ut99: {22, 7778, "gamespy1", "DeathMatchPlus", []string{"DM-Bellfounder", "CTF-TwinQuays", "DOM-Ropewalk",
		"AS-Drydock", "DM-Cistern"}},
	bf1942: {4, 23000, "gamespy1", "conquest", []string{"river_bend", "north_quay", "salt_road"}},
	swat4:  {5, 10481, "gamespy2", "VIP Escort", []string{"SP-Warehouse", "MP-Cannery", "MP-Ferry Office"}},
	ut3:    {8, 6500, "gamespy3", "UTGame.UTTeamGame", []string{"DM-Slipway", "WAR-Estuary", "CTF-Capstan"}},
	bf2:    {5, 29900, "gamespy3", "gpm_cq", []string{"strike_at_weir", "gulf_of_kelp", "saltmarsh"}},
	gtac:   {12, 22000, "ugp", "Freeroam", []string{"Harbour City", "Old Town", "Dockside"}},
	lanUT:  {3, 8777, "unreal-lan", "DeathMatchPlus", []string{"DM-Bellfounder", "CTF-TwinQuays"}},
}

type server struct {
	id    int
	game  game
	addr  netip.AddrPort
	iface int
	vlan  uint16
	mtu   int
	rtt   int64 // mean, ns
	dead  bool  // never answers

	rnd      *rand.Rand
	name     string
	maps     []string
	most     int // places
	password bool
	epoch    int64 // minutes since the beginning of the state below
	mapIndex int
	players  []player
	queryID  int

	known  int64 // epoch of what follows
	cached [4][][]byte
}

type player struct {
	id    uint32
	name  string
	score int
	ping  int
	team  int
}

func (g *generator) newServer(i int) *server {
	s := &server{id: i, mtu: 1500, rnd: rand.New(rand.NewPCG(g.c.Seed, uint64(i)+1)), epoch: -1, known: -1}
	// The first servers cover the games, so that even a few show them all.
	if s.game = game(i % int(games)); i >= int(games) {
		for n := s.rnd.IntN(100); n >= kinds[s.game].weight; {
			n -= kinds[s.game].weight
			s.game = (s.game + 1) % games
		}
	}
	host := addr4(i)
	port := kinds[s.game].port
	if s.rnd.IntN(5) == 0 {
		port += uint16(10 * s.rnd.IntN(30)) // another one on the same machine, or a port chosen by its owner
	}
	if !g.c.Plain {
		switch n := s.rnd.IntN(20); {
		case n == 0:
			host = addr6(5, i)
		case n == 1 && !g.c.Pcap:
			s.iface = ifCooked
		case n == 2 && !g.c.Pcap:
			s.iface = ifRaw
		case n <= 4:
			s.vlan = 100 + uint16(i%7)
		case n == 5:
			s.mtu = 576
		}
	}
	s.addr = netip.AddrPortFrom(host, port)
	s.rtt = 8e6 + int64(s.rnd.ExpFloat64()*45e6)
	s.dead = i > int(games) && s.rnd.IntN(40) == 0
	s.name = s.serverName()
	for range 3 + s.rnd.IntN(6) {
		all := kinds[s.game].maps
		s.maps = append(s.maps, all[s.rnd.IntN(len(all))])
	}
	s.most = []int{8, 10, 12, 16, 16, 20, 24, 32}[s.rnd.IntN(8)]
	if s.game == bf2 || s.game == bf1942 {
		s.most *= 2
	}
	s.password = s.rnd.IntN(10) == 0
	s.queryID = s.rnd.IntN(100)
	return s
}

var (
	nameHeads = []string{"Harbour Lights", "Old Quarry", "The Tallow Works", "Kelp Forest", "Brass Lantern", "Night Ferry",
		"Copper Hill", "Storm Cellar", "Granite Steps", "Lamplighters"}
	nameTails = []string{"| all night", "[32 slots]", "- no bots", "Insta only", "<EU>", "\"classic\"", "24/7",
		"& friends, est. 2004", "Stammtisch Grün", "— training"}

	firstNames = []string{"Brass", "Copper", "Old", "Salty", "Quiet", "Storm", "North", "Tallow", "Grün", "[QG] ", "xX",
		"Pilot's "}
	lastNames = []string{"Lantern", "Anchor", "Gull", "Pilot", "Kelp", "Ferry", "Mooring", "Xx", "_77", "Barnacle", "Tide",
		"=Fog="}
)

func (s *server) serverName() string {
	n := nameHeads[s.rnd.IntN(len(nameHeads))]
	if s.rnd.IntN(3) > 0 {
		n += " " + nameTails[s.rnd.IntN(len(nameTails))]
	}
	switch s.game {
	case ut2004, killingFloor:
		if s.rnd.IntN(4) == 0 {
			n = "\x1b\xff\x40\x01" + n // a colour
		}
		if s.rnd.IntN(12) == 0 {
			n += " | a name that is so very long that its length takes two bytes"
		}
	case ut99, bf1942:
		n = ascii(n)
	}
	return n
}

func ascii(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] < 0x80 {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// at goes a minute at a time: players come, score and leave, and the map changes now and then.
func (s *server) at(now int64) {
	minute := (now - Start) / 60e9
	if s.epoch >= 0 && s.epoch == minute {
		return
	}
	if s.epoch < 0 {
		s.mapIndex = s.rnd.IntN(len(s.maps))
		for range s.rnd.IntN(s.most * 3 / 4) {
			s.join()
		}
		s.epoch = minute
	}
	s.epoch = max(s.epoch, minute-60)
	for ; s.epoch < minute; s.epoch++ {
		// The fuller, the fewer come and the more leave, so that the traffic of
		// the tenth hour is like that of the first.
		crowd := 4 * len(s.players) / 3
		switch n := s.rnd.IntN(6); {
		case n <= 1 && s.rnd.IntN(s.most) >= crowd:
			s.join()
		case n > 1 && n <= 3 && s.rnd.IntN(s.most) < crowd:
			i := s.rnd.IntN(len(s.players))
			s.players = append(s.players[:i], s.players[i+1:]...)
		}
		for i := range s.players {
			s.players[i].score += s.rnd.IntN(4)
			s.players[i].ping = max(12, s.players[i].ping+s.rnd.IntN(21)-10)
		}
		if s.rnd.IntN(15) == 0 {
			s.mapIndex = (s.mapIndex + 1) % len(s.maps)
			for i := range s.players {
				s.players[i].score = 0
			}
		}
	}
}

func (s *server) join() {
	s.players = append(s.players, player{
		id:   uint32(1 + s.rnd.IntN(60000)),
		name: firstNames[s.rnd.IntN(len(firstNames))] + lastNames[s.rnd.IntN(len(lastNames))],
		ping: 20 + s.rnd.IntN(120),
		team: len(s.players) % 2,
	})
}

func (s *server) currentMap() string { return s.maps[s.mapIndex] }
