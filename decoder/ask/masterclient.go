package ask

// A MasterClient is a session with a master over TCP from the client's side. Package
// live connects, and hands on what arrives.
type MasterClient interface {
	// Begin returns what is sent first, nil where the master speaks first.
	Begin() (send []byte, err error)
	// Receive takes bytes from the master, however TCP has segmented them, and
	// returns what to send. After an error the session is over.
	Receive(p []byte) (send []byte, err error)
	// Pause is called when nothing arrived for a while.
	Pause() (send []byte, err error)
	// Done reports whether the whole list arrived.
	Done() bool
	// Ended is called when the master closed the connection. It returns nil when
	// the list is complete.
	Ended() error
	// List returns the servers that the master has listed so far.
	List() []Listed
}
