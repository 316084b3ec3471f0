package decoder

// How servers on a local network are found: requests that are broadcast, the
// ports they go to, and where the servers that answer can be asked for more
// (protocol/unreal2/SPEC.md and protocol/unreallan/SPEC.md).

// A Call is a request to everybody.
type Call struct {
	Protocol Protocol
	Message  string
	Ports    []uint16
	found    func(m *Message, from uint16) (plan *Plan, port uint16) // where the sender of m is asked
}

var calls = [...]Call{
	// Servers of UT99 and its kin take the first free one of ten ports.
	{UnrealLAN, "REPORTQUERY request", []uint16{8777, 8778, 8779, 8780, 8781, 8782, 8783, 8784, 8785, 8786}, lanFound},
	{Unreal2, "server info request", []uint16{10777}, unreal2Found},
	{UnrealLAN, "LAN beacon query request", []uint16{lanBeaconPort}, beaconFound},
}

// Calls lists the requests that are broadcast to find servers.
func Calls() []Call { return calls[:] }

// Request returns the bytes of the request. The nonce is repeated by the
// servers whose protocol has one.
func (c *Call) Request(nonce [8]byte) ([]byte, error) {
	return AppendRequest(nil, &Query{Protocol: c.Protocol, Message: c.Message, Nonce: nonce})
}

// Answer reads a datagram from port as an answer to the call. ok is false when
// it is none: another protocol, another message, another nonce, or damaged. The
// plan and the port say how its sender is asked for more; the plan is nil when
// all is said.
func (c *Call) Answer(p []byte, from uint16, nonce [8]byte) (m *Message, plan *Plan, port uint16, ok bool) {
	if m = readReply(p, c.Protocol, from); m == nil || damaged(m) {
		return m, nil, 0, false
	}
	request, err := c.Request(nonce)
	if err != nil {
		return m, nil, 0, false
	}
	topic := Decode(request, Options{Protocol: c.Protocol, From: Request, Link: LinkNone}).Topic()
	if !m.Topic().Answers(topic) {
		return m, nil, 0, false
	}
	plan, port = c.found(m, from)
	return m, plan, port, true
}

// lanFound: the answer to REPORTQUERY is the query port.
func lanFound(m *Message, _ uint16) (*Plan, uint16) {
	if port := m.count(RoleQueryPort); port > 0 && port < 65536 {
		return &planGameSpy1, uint16(port)
	}
	return nil, 0
}

// unreal2Found: queries go to the port next to the game port.
func unreal2Found(m *Message, from uint16) (*Plan, uint16) {
	plan := unreal2Refine(m)
	if plan == nil {
		plan = &planUnreal2
	}
	if port := m.count(RoleGamePort); port > 0 && port < 65535 {
		return plan, uint16(port) + 1
	}
	return plan, from
}

// beaconFound: the beacon tells all settings; the query port of UT3 does not
// follow from what it tells.
func beaconFound(*Message, uint16) (*Plan, uint16) { return nil, 0 }
