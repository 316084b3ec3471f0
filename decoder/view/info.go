package view

import (
	"strconv"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// infoBytes is how many bytes of an unknown payload a line shows.
const infoBytes = 8

// Info returns in one line what a datagram contains beside its title: of a
// server its name, map and players; of a list how long it is; of unknown bytes
// the first ones, in hexadecimal and as ASCII. Nothing for most requests.
func Info(m *wire.Message, escape Escaper) string {
	var parts []byte
	add := func(text string) {
		if text == "" {
			return
		}
		if len(parts) > 0 {
			parts = append(parts, " · "...)
		}
		parts = append(parts, text...)
	}
	if m.Protocol() == decoder.Unknown || m.Info.Described {
		b := m.Data[min(max(m.Payload, 0), len(m.Data)):]
		b = b[:min(infoBytes, len(b))]
		add(hexAndASCII(b))
		return string(parts)
	}
	s := decoder.StatusOf(m)
	if s == nil {
		return ""
	}
	add(escape.text(s.Name.Value))
	add(escape.text(s.Map.Value))
	if s.Players.Known {
		count := s.Players.String()
		if s.MaxPlayers.Known {
			count += "/" + s.MaxPlayers.String()
		}
		add(count)
	}
	if len(parts) == 0 {
		add(counted(len(s.PlayerList), "player"))
		add(counted(len(s.Rules), "rule"))
	}
	return string(parts)
}

func counted(n int, one string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}

// hexAndASCII writes bytes as pairs of digits, and as ASCII with a dot for each
// that is no character.
func hexAndASCII(b []byte) string {
	const digits = "0123456789ABCDEF"
	var hex, text []byte
	for _, c := range b {
		if len(hex) > 0 {
			hex = append(hex, ' ')
		}
		hex = append(hex, digits[c>>4], digits[c&15])
		if c < ' ' || c > '~' {
			c = '.'
		}
		text = append(text, c)
	}
	if len(hex) == 0 {
		return ""
	}
	return string(hex) + " · " + string(text)
}
