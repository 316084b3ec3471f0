package wire

// A ProtocolID is the name of a protocol, as in JSON and on the command line.
type ProtocolID string

// UnknownProtocol is the ID of what no protocol recognises. As an option it
// means that the protocol is to be detected.
const UnknownProtocol ProtocolID = ""

const unknownName = "unknown"

// String returns the name, that of [UnknownProtocol] too.
func (p ProtocolID) String() string {
	if p == UnknownProtocol {
		return unknownName
	}
	return string(p)
}

// MarshalText returns what String does.
func (p ProtocolID) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

func (p *ProtocolID) UnmarshalText(text []byte) error {
	if *p = ProtocolID(text); *p == unknownName {
		*p = UnknownProtocol
	}
	return nil
}

// A Port is where servers of a game usually answer. Only one of Number and
// Offset counts.
type Port struct {
	Number uint16 // query port
	Offset int    // query port minus game port, when Game is set
	Game   uint16 // usual game port
	Name   string // game
}

// A Protocol describes how the messages of one protocol are detected, decoded and
// matched. All members after Decode are optional.
type Protocol struct {
	ID    ProtocolID
	Title string
	Doc   string
	Ports []Port
	Docs  *Docs
	// Begins says which first bytes a datagram of this protocol can have, nil
	// for any. It lets most datagrams skip most of the table.
	Begins func(c byte) bool
	// Doubtful says with which first bytes a datagram is only taken for this
	// protocol when no other recognises it, nil for none. In a TCP connection
	// nothing is doubtful.
	Doubtful func(c byte) bool
	// Brief says that it is recognised by so few bytes that what follows has to
	// support it.
	Brief bool
	// Stream says that it is spoken over TCP alone.
	Stream bool
	// Datagrams says that it is spoken over UDP alone.
	Datagrams bool
	// Recognise decides from the bytes alone whether p is of this protocol, and
	// in which direction it goes.
	Recognise func(p []byte, opts *Options) (Direction, Confidence)
	// Decode reads the payload and sets Reader.Info.
	Decode func(r *Reader, dir Direction)
	// Status adds what a message says about a server; nil where the roles of its
	// fields are enough.
	Status func(b *StatusBuilder, m *Message)
	// Matching ties replies to requests; nil where all requests get the same kind of
	// reply.
	Matching *Matching
	// MatchKey returns what a message requests or reports; nil for what Matching
	// says.
	MatchKey func(m *Message) MatchKey
	// Part returns the position of a reply's datagram; nil where they are not numbered.
	Part func(m *Message) Part
	// Merge completes the parts of a reply, the messages of r at these indexes, from
	// each other and from asked, the requests that it may answer.
	Merge func(r *Revision, parts []int, asked []*Message)
	// Reassemble reassembles a message that was split at arbitrary bytes, or encrypted, so
	// that its parts cannot be decoded one by one.
	Reassemble func(r *Revision, parts []int, asked []*Message) *Message
	// Check detects damage in replies that no problem of theirs reports.
	Check Check
	// DependentFields says which bits of its requests bring a field.
	DependentFields []DependentField
}

// A Check detects that bytes of a reply are missing where it has no problem that says so.
type Check struct {
	// Damage returns a sentence, "" for nothing; nil when there is no such sign.
	Damage func(m *Message) string
	// ListsAll says that a reply lists the players that it counts. Some servers list
	// fewer, and a reply cut between two tables looks the same.
	ListsAll bool
	// Doubtful reports that the parts of an answer, in order, look as if values were
	// missing between them; some servers send such answers.
	Doubtful func(parts []*Message) bool
	Long     bool // servers send datagrams of whatever length UDP can hold
}

// NewProtocol returns p as the protocol of the messages in p.Docs. A protocol is made
// once, where it is declared.
func NewProtocol(p Protocol) *Protocol {
	if p.Matching == nil {
		p.Matching = &Matching{}
	}
	for _, m := range p.Docs.Messages {
		m.descriptor, m.several = &p, true
	}
	for i, t := range p.Matching.Topics {
		for _, m := range t.Messages {
			m.several, m.subjects = t.Several, m.subjects|1<<i
		}
	}
	for _, m := range p.Docs.Messages {
		if m.subjects == 0 {
			m.subjects = 1 << len(p.Matching.Topics)
		}
	}
	return &p
}

// unknownProtocol is that of messages which no protocol lists.
var unknownProtocol = Protocol{
	Docs:      &Docs{},
	Matching:  &Matching{},
	Recognise: func([]byte, *Options) (Direction, Confidence) { return Reply, Unlikely },
	Decode:    func(r *Reader, _ Direction) { r.Unknown() },
}

// NoStatus is the Status of a protocol whose messages are about many servers, or none.
func NoStatus(*StatusBuilder, *Message) {}

// Requests returns the names of the requests that can be built.
func (p *Protocol) Requests() []string {
	var names []string
	for _, m := range p.Docs.Messages {
		if m.Direction == Request && !m.DecodeOnly && m.Name != "request" {
			names = append(names, m.Name)
		}
	}
	return names
}

// KnowsPort reports whether servers of p are usually found at query port n.
func (p *Protocol) KnowsPort(n uint16) bool {
	if n == 0 {
		return false
	}
	for _, q := range p.Ports {
		if q.Number == n || q.Number == 0 && q.Game != 0 && int(q.Game)+q.Offset == int(n) {
			return true
		}
	}
	return false
}

// DecodeAs decodes b, a payload, as what opts say about a message of p.
func (p *Protocol) DecodeAs(b []byte, opts Options) *Message {
	var r Reader
	r.Start(b, 0, len(b), &opts)
	m := &Message{Stream: opts.Stream, Frame: Frame{Link: LinkNone, End: len(b)}}
	_, m.Confidence = p.Recognise(b, &opts)
	r.SetMessage(&UnknownMessage)
	p.Decode(&r, opts.From)
	m.Info = r.Info
	r.Close()
	r.Fill(m)
	return m
}

// First bytes.
func BeginsText(c byte) bool { return c >= 0x20 && c < 0x7f || c == '\t' || c == '\n' || c == '\r' }

// BeginsLetter: any ASCII letter.
func BeginsLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// BeginsBackslash: a backslash.
func BeginsBackslash(c byte) bool { return c == '\\' }
