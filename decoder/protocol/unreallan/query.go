package unreallan

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/exchange"
	"fragscope/decoder/wire"
)

// BeaconFound: the beacon contains all settings, but not the query port of UT3,
// nor anything that it follows from.
func BeaconFound(*wire.Message, uint16) (*ask.Plan, uint16) { return nil, 0 }

// reportFound: the answer to REPORTQUERY is the query port.
func reportFound(m *wire.Message, _ uint16) (*ask.Plan, uint16) {
	if port := m.Count(wire.RoleQueryPort); port > 0 && port < 65536 {
		return nil, uint16(port)
	}
	return nil, 0
}

var Client = exchange.Client{
	Protocol:      Protocol,
	AppendRequest: AppendRequest,
	Settings:      Settings,
	Broadcasts: []ask.Broadcast{
		// Servers of UT99 and related games use the first free one of ten ports.
		{Protocol: ID, Message: "REPORTQUERY request", Ports: []uint16{8777, 8778, 8779, 8780, 8781, 8782, 8783, 8784, 8785,
			8786},
			Found: reportFound, Query: "gamespy1"},
		{Protocol: ID, Message: "LAN beacon query request", Ports: []uint16{BeaconPort}, Found: BeaconFound},
	},
}

var Server = exchange.Server{ID: ID, Replies: Replies}
