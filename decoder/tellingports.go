package decoder

// TellingPorts are the ports that can decide between protocols, and some that
// share their last 12 bits.
type TellingPorts [1 << 9]uint8

// NewTellingPorts returns the telling ports of all protocols.
func NewTellingPorts() *TellingPorts {
	t := &TellingPorts{}
	add := func(port int) { t[port&0xfff>>3] |= 1 << (port & 7) }
	add(0)
	add(heartbeatPort)
	add(masterPort)
	for _, p := range protocols {
		for _, q := range p.ports {
			add(int(q.Number))
			add(int(q.Game) + q.Offset)
		}
	}
	return t
}

// Of returns port if it may be a telling one, and otherwise 1. Datagrams of
// the same bytes, with the same Of their ports, decode to the same.
func (t *TellingPorts) Of(port uint16) uint16 {
	if t[port&0xfff>>3]&(1<<(port&7)) != 0 {
		return port
	}
	return 1
}
