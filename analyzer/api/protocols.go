package api

import "fragscope/decoder"

// A Protocol is a query protocol.
type Protocol struct {
	Name     string    `json:"name"`
	Title    string    `json:"title"`
	Doc      string    `json:"doc"`
	Ports    []Port    `json:"ports"`
	Messages []Message `json:"messages"`
	Requests []string  `json:"requests"` // that /api/request can build
}

// A Port is where servers of a game usually answer queries.
type Port struct {
	Number int    `json:"number"`   // query port
	Game   *int   `json:"gamePort"` // the game port that it goes with, null when it goes with none
	Name   string `json:"name"`
}

// A Message is a kind of message.
type Message struct {
	Name      string `json:"name"`
	Direction string `json:"direction"` // "request" or "reply"
	Doc       string `json:"doc"`
}

// Protocols is the answer of /api/protocols.
type Protocols struct {
	Protocols []Protocol `json:"protocols"`
}

func (c *Call) protocols() error {
	var all []object
	for _, p := range decoder.Protocols() {
		var ports, messages []object
		for _, q := range decoder.Descriptor(p).Ports {
			number, game := int(q.Number), any(nil)
			if q.Number == 0 {
				number, game = int(q.Game)+q.Offset, int(q.Game)
			}
			ports = append(ports, object{{"number", number}, {"gamePort", game}, {"name", q.Name}})
		}
		for _, m := range decoder.Descriptor(p).Docs.Messages {
			direction := "reply"
			if m.Direction == decoder.Request {
				direction = "request"
			}
			messages = append(messages, object{{"name", m.Name}, {"direction", direction}, {"doc", m.Doc}})
		}
		all = append(all, object{
			{"name", p.String()}, {"title", decoder.Descriptor(p).Title}, {"doc", decoder.Descriptor(p).Doc}, {"ports", ports},
			{"messages", messages}, {"requests", decoder.Descriptor(p).Requests()},
		})
	}
	return c.give(object{{"protocols", all}})
}
