package capgen

import (
	"encoding/binary"
	"strconv"
	"unicode/utf16"
)

// The queries that a server's replies are kept by.
const (
	askInfo = iota
	askRules
	askPlayers
	askStatus
)

// What a server says changes once a minute.
func (s *server) replies(ask int, now int64) [][]byte {
	s.at(now)
	if s.known != s.epoch {
		s.known = s.epoch
		s.cached = [4][][]byte{}
	}
	if s.cached[ask] == nil {
		s.cached[ask] = s.compose(ask)
	}
	return s.cached[ask]
}

func (s *server) compose(ask int) [][]byte {
	switch s.game {
	case ut2004, killingFloor, ut2003:
		switch ask {
		case askInfo:
			return [][]byte{s.unreal2Info()}
		case askRules:
			return s.unreal2Rules()
		}
		return s.unreal2Players()
	case swat4:
		return [][]byte{s.gamespy2()}
	case ut3, bf2:
		return s.gamespy3()
	case gtac:
		return [][]byte{s.ugp()}
	}
	return nil // what has a number of its own is composed for each request
}

var le = binary.LittleEndian

// fstring appends an Unreal string.
func fstring(b []byte, s string) []byte {
	if s == "" {
		return append(b, 0)
	}
	wide := false
	for i := range len(s) {
		wide = wide || s[i] >= 0xc3 && s[0] != 0x1b
	}
	if !wide {
		b = compact(b, len(s)+1)
		return append(append(b, s...), 0)
	}
	units := utf16.Encode([]rune(s))
	b = compact(b, -(len(units) + 1))
	for _, u := range units {
		b = le.AppendUint16(b, u)
	}
	return append(b, 0, 0)
}

func compact(b []byte, n int) []byte {
	first := byte(0)
	if n < 0 {
		n, first = -n, 0x80
	}
	first |= byte(n & 0x3f)
	if n >>= 6; n == 0 {
		return append(b, first)
	}
	b = append(b, first|0x40)
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n))
}

func (s *server) unreal2Header(part byte) []byte {
	version := byte(0x80)
	if s.game == ut2003 {
		version = 0x79
	}
	return []byte{version, 0, 0, 0, part}
}

func (s *server) unreal2Info() []byte {
	b := s.unreal2Header(0)
	b = append(b, 0, 0, 0, 0, 0) // server id, address
	b = le.AppendUint32(b, uint32(s.addr.Port())-1)
	b = le.AppendUint32(b, 0) // query port
	b = fstring(b, s.name)
	b = fstring(b, s.currentMap())
	b = fstring(b, kinds[s.game].gameType)
	b = le.AppendUint32(b, uint32(len(s.players)))
	b = le.AppendUint32(b, uint32(s.most))
	if s.game == killingFloor {
		b = le.AppendUint32(b, uint32(s.epoch%10)) // wave
		b = le.AppendUint32(b, 10)
	}
	b = le.AppendUint32(b, 0) // ping
	if s.game == ut2003 {
		return append(b, 0, 0)
	}
	b = le.AppendUint32(b, 0) // flags
	b = fstring(b, strconv.Itoa(s.id%8))
	return append(b, 0, 0)
}

func (s *server) unreal2Rules() [][]byte {
	pairs := [][2]string{
		{"ServerMode", "dedicated"}, {"AdminName", "Lamplighter"}, {"AdminEmail", "keeper@harbour.example"},
		{"ServerVersion", "3369"}, {"GameStats", "False"}, {"MaxSpectators", "4"}, {"MapVoting", "true"},
		{"KickVoting", "true"}, {"Mutator", "MutInstaGib"}, {"Mutator", "DMMutator"}, {"mutator", "DMMutator"},
		{"MinPlayers", "0"}, {"EndTimeDelay", "4.00"}, {"GoalScore", "25"}, {"TimeLimit", "20"}, {"WeaponStay", "True"},
		{"Translocator", "False"}, {"ForceRespawn", "False"}, {"FriendlyFireScale", "0%"},
	}
	if s.password {
		pairs = append(pairs, [2]string{"GamePassword", "True"})
	}
	for i := range s.id % 20 {
		pairs = append(pairs, [2]string{"Harbour setting " + strconv.Itoa(i), strconv.Itoa(i * s.id)})
	}
	var all [][]byte
	b := s.unreal2Header(1)
	for _, p := range pairs {
		if len(b) > 450 {
			all = append(all, b)
			b = s.unreal2Header(1)
		}
		b = fstring(fstring(b, p[0]), p[1])
	}
	return append(all, b)
}

func (s *server) unreal2Players() [][]byte {
	var all [][]byte
	b := s.unreal2Header(2)
	for _, p := range s.players {
		if len(b) > 450 {
			all = append(all, b)
			b = s.unreal2Header(2)
		}
		b = le.AppendUint32(b, p.id)
		b = fstring(b, p.name)
		b = le.AppendUint32(b, uint32(p.ping))
		b = le.AppendUint32(b, uint32(p.score))
		b = le.AppendUint32(b, uint32(1+p.team)<<29)
	}
	if len(s.players) == 0 {
		return [][]byte{} // nothing is sent for an empty list
	}
	return append(all, b)
}

func pair(b []byte, key, value string) []byte {
	b = append(append(b, '\\'), key...)
	return append(append(b, '\\'), value...)
}

func pairInt(b []byte, key string, n int) []byte { return pair(b, key, strconv.Itoa(n)) }

// gamespy1 answers with parts that are numbered N.M; the last has final.
func (s *server) gamespy1(basic, info, rules, players bool, now int64) [][]byte {
	s.at(now)
	s.queryID = s.queryID%100 + 1
	bf := s.game == bf1942
	var all [][]byte
	var b []byte
	send := func(final bool) {
		if final && bf {
			b = append(b, `\final\`...)
		}
		b = pair(b, "queryid", strconv.Itoa(s.queryID)+"."+strconv.Itoa(len(all)+1))
		if final && !bf {
			b = append(b, `\final\`...)
		}
		all = append(all, b)
		b = nil
	}
	room := func(n int) {
		if len(b)+n > 1000 {
			send(false)
		}
	}
	if basic {
		if bf {
			b = pair(pair(b, "gamename", "bfield1942"), "gamever", "v1.6")
		} else {
			b = pair(pair(pair(pair(b, "gamename", "ut"), "gamever", "451"), "minnetver", "432"), "location", "0")
		}
	}
	if info {
		b = pairInt(pair(b, "hostname", ascii(s.name)), "hostport", int(s.addr.Port())-1)
		b = pair(pair(b, "maptitle", s.currentMap()), "mapname", s.currentMap())
		b = pairInt(pair(b, "gametype", kinds[s.game].gameType), "numplayers", len(s.players))
		b = pair(pairInt(b, "maxplayers", s.most), "gamemode", "openplaying")
	}
	if rules {
		room(220)
		b = pair(pair(b, "mutators", "Harbour Sounds, No Redeemer"), "listenserver", "False")
		b = pair(pair(b, "password", strconv.FormatBool(s.password)), "timelimit", "20")
		b = pair(pair(b, "gamestyle", "Hardcore"), "AdminName", "Lamplighter")
	}
	if players {
		for i, p := range s.players {
			room(120)
			n := "_" + strconv.Itoa(i)
			b = pairInt(pair(b, "player"+n, ascii(p.name)), "frags"+n, p.score)
			b = pairInt(pair(b, "ping"+n, " "+strconv.Itoa(p.ping)), "team"+n, p.team)
			if !bf {
				b = pair(pair(b, "mesh"+n, "Male Commando"), "ngsecret"+n, "true")
			}
		}
	}
	send(true)
	return all
}

func nul(b []byte, s ...string) []byte {
	for _, s := range s {
		b = append(append(b, s...), 0)
	}
	return b
}

// gamespy2 answers with info, players and no teams; the id is filled in later.
func (s *server) gamespy2() []byte {
	b := []byte{0, 0, 0, 0, 0}
	b = nul(b, "hostname", s.name, "hostport", strconv.Itoa(int(s.addr.Port())-1), "gamename", "swat4", "mapname",
		s.currentMap())
	b = nul(b, "gametype", kinds[s.game].gameType, "numplayers", strconv.Itoa(len(s.players)), "maxplayers",
		strconv.Itoa(s.most), "password", "0", "")
	b = append(b, 0, byte(len(s.players)))
	b = nul(b, "player_", "score_", "ping_", "")
	for _, p := range s.players {
		b = nul(b, p.name, strconv.Itoa(p.score), strconv.Itoa(p.ping))
	}
	return append(b, 0, 0, 0)
}

// The buffer is cut at 1400 bytes between two values; the id is filled in later.
func (s *server) gamespy3() [][]byte {
	begin := func(index, section byte) []byte {
		b := nul([]byte{0, 0, 0, 0, 0}, "splitnum")
		return append(b, index, section)
	}
	var all [][]byte
	b := begin(0, 0)
	if s.game == ut3 {
		b = nul(b, "hostname", s.name, "hostport", "7777", "numplayers", strconv.Itoa(len(s.players)), "maxplayers",
			strconv.Itoa(s.most))
		b = nul(b, "gamemode", "openplaying", "mapname", "OwningPlayerName="+s.name, "OwningPlayerName", s.name,
			"EngineVersion", "3809", "MinNetVersion", "3467")
		b = nul(b, "s32779", "4", "s0", "2", "s1", "0", "s6", "1", "s7", "0", "s8", "0", "s10", "0", "p268435703", "0",
			"p268435704", "20", "p268435705", "15", "p268435717", "0")
		b = nul(b, "p1073741825", s.currentMap(), "p1073741826", kinds[s.game].gameType, "p1073741827", "", "p1073741828", "")
	} else {
		b = nul(b, "hostname", s.name, "gamename", "battlefield2", "gamever", "1.5.3153-802.0", "mapname", s.currentMap(),
			"gametype", kinds[s.game].gameType)
		b = nul(b, "gamevariant", "bf2", "numplayers", strconv.Itoa(len(s.players)), "maxplayers", strconv.Itoa(s.most),
			"gamemode", "openplaying", "password", "0", "hostport", "16567")
	}
	b = append(b, 0)
	if len(s.players) > 0 {
		b = append(b, 1)
		for _, f := range []struct {
			name string
			of   func(*player) string
		}{
			{"player_", func(p *player) string { return p.name }},
			{"score_", func(p *player) string { return strconv.Itoa(p.score) }},
			{"ping_", func(p *player) string { return strconv.Itoa(p.ping) }},
			{"team_", func(p *player) string { return strconv.Itoa(p.team + 1) }},
		} {
			b = append(nul(b, f.name), 0)
			for i := range s.players {
				v := f.of(&s.players[i])
				if len(b)+len(v) > 1395 {
					all = append(all, append(b, 0))
					b = append(nul(begin(byte(len(all)), 1), f.name), byte(i))
				}
				b = nul(b, v)
			}
			b = append(b, 0)
		}
		b = append(b, 0)
	}
	b = nul(append(b, 2), "team_t")
	b = append(nul(append(b, 0), "Red", "Blue"), 0, 0)
	b[14] |= 0x80
	return append(all, b)
}

func ugpString(b []byte, s string) []byte {
	s = s[:min(len(s), 254)]
	b = append(b, byte(len(s)+1))
	return append(append(b, s...), 0)
}

func (s *server) ugp() []byte {
	b := []byte{0xff, 0xff, 'U', 'G', 'P', 0, 1, 0x81, byte(1 + s.id%3), 0x0b, 0x7d}
	b = ugpString(b, "gta:vc")
	b = ugpString(b, s.name)
	b = ugpString(b, kinds[s.game].gameType)
	b = ugpString(b, s.currentMap())
	b = append(b, byte(len(s.players)), byte(s.most), byte(len(s.players)))
	if len(s.players) > 0 {
		b = append(b, 0x03)
		for i, p := range s.players {
			b = ugpString(append(b, byte(i)), p.name)
		}
	}
	b = append(b, 2)
	b = ugpString(ugpString(b, "Version"), "1.4.2")
	return ugpString(ugpString(b, "Weather"), "fog")
}
