package emulator

import (
	"net/netip"
	"time"

	"fragscope/decoder/answer"
)

// Options say how a server answers.
type Options struct {
	Source Source
	// Game picks the layouts of replies that are built; nil for the status's own, or the protocol's usual one.
	Game *answer.Game
	// Faults are what goes wrong, in the order in which it does.
	Faults []Fault
	// Seed makes random faults repeatable: the same seed gives the same ones.
	// Challenges do not depend on it.
	Seed uint64
	// NoChallenge lets servers of GameSpy 3 and A2S answer at once, as old ones do.
	NoChallenge bool
	// Public lets the server listen on, and answer, other addresses than
	// loopback. See the package's rules.
	Public bool
	// Amplification bounds what an unconfirmed address is sent: so many times
	// the bytes that it sent. 0 stands for 3, a negative number for no bound.
	Amplification float64
	// Heartbeat is a master that the server announces itself to by UDP, at once
	// and then every HeartbeatEvery; the zero address is none. It has to be a
	// loopback address unless Public is set.
	Heartbeat      netip.AddrPort
	HeartbeatEvery time.Duration // 0 for a minute
	// Log, when set, is called for every datagram received and sent, by several
	// goroutines concurrently.
	Log func(Event)
}

// An Event is a datagram, or a piece of a TCP stream, that was received, sent,
// or held back.
type Event struct {
	Time   time.Time
	Server netip.AddrPort
	Client netip.AddrPort
	TCP    bool
	Sent   bool   // by the server
	Data   []byte // good only during the call
	What   string // the message received, or why nothing was sent
	Fault  Fault  // what was done to it, Kind 0 for nothing
}

// Stats count what a server did.
type Stats struct {
	Requests int64 // datagrams received
	Answered int64 // of these, those that got an answer
	Silent   int64 // those that got none: not a request, nothing to send, fault silence
	Capped   int64 // answers not sent because the address was not confirmed
	Sent     int64 // datagrams
	Bytes    int64 // of these
	Dropped  int64 // datagrams that had no room to wait for their time
	Streams  int64 // TCP connections
}

const (
	maxRequest = 4096             // bytes of a datagram that are read
	maxWaiting = 1 << 14          // datagrams that wait for their time
	maxConns   = 256              // TCP connections
	maxTalk    = 1 << 16          // bytes of a TCP client that wait to be a whole message
	idleStream = 30 * time.Second // how long a silent TCP client is kept

	maxFailures  = 100                   // consecutive reads that may fail
	failurePause = 10 * time.Millisecond // after a read that failed
)

// headers is what a datagram costs besides its payload: IPv4 and UDP, in bytes.
const headers = 28
