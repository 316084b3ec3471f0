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
	var all Protocols
	for _, p := range decoder.Protocols() {
		x := Protocol{Name: p.String(), Title: decoder.Title(p), Doc: decoder.DocOf(p), Ports: []Port{}, Messages: []Message{}, Requests: append([]string{}, decoder.Requests(p)...)}
		for _, q := range decoder.PortsOf(p) {
			port := Port{Number: int(q.Number), Name: q.Name}
			if q.Number == 0 {
				game := int(q.Game)
				port.Number, port.Game = game+q.Offset, &game
			}
			x.Ports = append(x.Ports, port)
		}
		for _, m := range decoder.MessagesOf(p) {
			direction := "reply"
			if m.Direction == decoder.Request {
				direction = "request"
			}
			x.Messages = append(x.Messages, Message{m.Name, direction, m.Doc})
		}
		all.Protocols = append(all.Protocols, x)
	}
	return c.give(func(j *jsonText) {
		j.name("protocols")
		j.open('[')
		for i := range all.Protocols {
			j.next()
			all.Protocols[i].write(j)
		}
		j.close(']')
	})
}

func (p *Protocol) write(j *jsonText) {
	j.open('{')
	j.member("name", p.Name)
	j.member("title", p.Title)
	j.member("doc", p.Doc)
	j.name("ports")
	j.open('[')
	for _, q := range p.Ports {
		j.next()
		j.open('{')
		j.number("number", int64(q.Number))
		if q.Game != nil {
			j.number("gamePort", int64(*q.Game))
		} else {
			j.word("gamePort", "null")
		}
		j.member("name", q.Name)
		j.close('}')
	}
	j.close(']')
	j.name("messages")
	j.open('[')
	for _, m := range p.Messages {
		j.next()
		j.open('{')
		j.member("name", m.Name)
		j.member("direction", m.Direction)
		j.member("doc", m.Doc)
		j.close('}')
	}
	j.close(']')
	j.texts("requests", p.Requests)
	j.close('}')
}
