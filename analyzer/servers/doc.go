// Package servers is the server list of the command and the desktop, without its drawing: which servers there
// are and why ([SavedServers] are favourites and those queried before), what they said and when
// (a [Server] with its samples and events), which of them are shown in which
// order (a [List] with its [Filter]), and when they are queried (a [Poller],
// which reaches the network through a [Querier]).
//
// Everything here except the inside of a Poller belongs to one goroutine, that
// of the screen; a Poller brings its answers there.
package servers
