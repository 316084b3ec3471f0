package decoder

// gamespy1Flaw: every datagram is numbered or ends the answer.
func gamespy1Flaw(m *Message) string {
	if !m.Part().Numbered {
		return "The datagram has neither a query id nor the mark of the end."
	}
	return ""
}

// gamespy1Doubtful reports an end without a number: the number may have been
// cut off.
func gamespy1Doubtful(parts []*Message) bool {
	return parts[0].Find(gamespy1QueryID[0].Key, 0) < 0
}
