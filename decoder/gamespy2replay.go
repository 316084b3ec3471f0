package decoder

// gamespy2Question: the id is different each time.
func gamespy2Question(p []byte, _ *Message) []byte {
	blank(p, 3, 4)
	return p
}
