package decoder

// gamespy2Short reports whether m names fewer players than it counts.
func gamespy2Short(m *Message) bool {
	var b statusBuilder
	gamespy2Status(&b, m)
	return b.Players != nil && int64(len(b.PlayerList)) < *b.Players
}
