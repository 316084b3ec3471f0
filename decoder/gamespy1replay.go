package decoder

import "strconv"

// gamespy1Stamp puts in the number of the query.
func gamespy1Stamp(dst []byte, reply, request *Message, number uint32) []byte {
	at := reply.Payload
	for i := range reply.Fields {
		if f := &reply.Fields[i]; f.Def == &gamespy1QueryID[2] && f.Kind == KindDecimal {
			if request == nil {
				number = uint32(f.Value)%100 + 50
			}
			dst = append(dst, reply.Data[at:int(f.Offset)+int(f.Lead)]...)
			dst = strconv.AppendUint(dst, uint64(max(number, 1)), 10)
			at = f.End()
		}
	}
	return append(dst, reply.Data[at:reply.Frame.End]...)
}

// gamespy1Beside: pairs that no list knows, and the teams of players.
func gamespy1Beside(want uint32) uint32 {
	if want&uint32(hasPlayers) != 0 {
		return uint32(hasOther | hasTeams)
	}
	return uint32(hasOther)
}
