package decoder

// A Protocol is one of the query protocols.
type Protocol uint8

// The protocols. Their names in JSON and on the command line are those of
// [Protocol.String].
const (
	Unknown         Protocol = iota
	Unreal2                  // binary query of UT2003, UT2004 and the games that share it
	GameSpy1                 // backslash text of UT99, Unreal, UT2003/2004 and many others
	GameSpy2                 // FE FD with three section flags
	GameSpy3                 // FE FD with challenge and splitnum: UT3 and others
	UGP                      // GTA Connected and kin
	UnrealLAN                // LAN beacons
	UnrealMaster             // master servers, text and binary
	UnrealHeartbeat          // announcement of a server to its master
	ServerList               // tab-separated server list file of UT2003
	protocolCount
)

var protocolNames = [protocolCount]string{
	"unknown", "unreal2", "gamespy1", "gamespy2", "gamespy3", "ugp", "unreal-lan", "unreal-master", "unreal-heartbeat", "server-list",
}

func (p Protocol) String() string {
	if p < protocolCount {
		return protocolNames[p]
	}
	return "unknown"
}

// ProtocolByName returns the protocol with the given name.
func ProtocolByName(name string) (Protocol, bool) {
	for i, n := range protocolNames {
		if n == name {
			return Protocol(i), true
		}
	}
	return Unknown, false
}

// A Port is where servers of a game usually answer. Only one of Number and
// Offset counts.
type Port struct {
	Number uint16 // query port
	Offset int    // query port minus game port, when Game is set
	Game   uint16 // usual game port
	Name   string // game
}

// A protocol is a row of the table by which datagrams are recognised.
type protocol struct {
	id    Protocol
	title string
	doc   string
	ports []Port
	// begins says which first bytes a datagram of this protocol can have, nil
	// for any. It spares most datagrams most of the table.
	begins func(c byte) bool
	// doubtful says with which first bytes a datagram is only taken for this
	// protocol when no other is sure of it, nil for none. In a TCP connection
	// nothing is doubtful.
	doubtful func(c byte) bool
	// brief says that it is recognised by so few bytes that what follows them has
	// to bear it out.
	brief bool
	// recognise tells from the bytes alone whether p is of this protocol, and
	// in which direction it goes.
	recognise func(p []byte, opts *Options) (Direction, Confidence)
	// decode reads the payload and sets reader.info.
	decode func(r *reader, dir Direction)
}

// protocols lists every protocol, the more specific before the more general:
// of two that explain a datagram equally well, the first is taken.
var protocols = [...]*protocol{
	&unreal2Protocol,
	&ugpProtocol,
	&lanProtocol,
	&serverListProtocol,
	&gamespy1Protocol,
	&gamespy3Protocol,
	&gamespy2Protocol,
	&unrealMasterProtocol,
	&unrealHeartbeatProtocol,
}

// firsts holds, for each first byte, the rows of protocols that can begin with
// it, as a set of bits, and which of these are asked last.
var firsts = func() (table [256]struct{ all, late uint16 }) {
	for i := range protocols {
		p := protocols[i]
		for c := range table {
			if p.begins == nil || p.begins(byte(c)) {
				table[c].all |= 1 << i
			}
			if p.doubtful != nil && p.doubtful(byte(c)) {
				table[c].late |= 1 << i
			}
		}
	}
	return table
}()

// First bytes.
func beginsText(c byte) bool      { return c >= 0x20 && c < 0x7f || c == '\t' || c == '\n' || c == '\r' }
func beginsLetter(c byte) bool    { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func beginsBackslash(c byte) bool { return c == '\\' }

// entry returns the row of p.
func (p Protocol) entry() *protocol {
	for i := range protocols {
		if protocols[i].id == p {
			return protocols[i]
		}
	}
	return &noProtocol
}

// noProtocol stands for what has no row.
var noProtocol = protocol{
	recognise: func([]byte, *Options) (Direction, Confidence) { return Reply, Unlikely },
	decode:    func(r *reader, _ Direction) { r.unknown() },
}

// knowsPort reports whether servers of p are usually found at query port n.
func (p *protocol) knowsPort(n uint16) bool {
	if n == 0 {
		return false
	}
	for _, q := range p.ports {
		if q.Number == n || q.Number == 0 && q.Game != 0 && int(q.Game)+q.Offset == int(n) {
			return true
		}
	}
	return false
}
