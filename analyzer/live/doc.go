// Package live asks servers: it sends requests, gathers the replies with their
// times, and says what they mean together. What to ask, on which port, and how
// the end of an answer shows are tables of package decoder; here are sockets,
// waiting, and trust.
//
// [Query] is all that many need. [Client.Query] gives more: every datagram with its
// time and what became of it. It finds the query port; [Client.Scan] asks thousands
// over a few sockets, [Client.Discover] looks for servers on the local network,
// [Client.ServersOf] gets the list of a master server, [Client.Listen] only listens,
// and [Client.Send] sends any bytes. Package servers compares two answers. Package record
// writes all of it as a capture, package serverlist reads lists of servers.
//
// # Whom to believe
//
// A reply counts when it comes from the address and port that was asked, on
// the socket that asked, is of the protocol that was asked, answers a request
// that is open, and repeats its id where the protocol has one. Everything else
// is a [Datagram] too, with a [Verdict] that says why it does not count: it is
// shown, and never enters a Status.
//
// A datagram that begins with the request is an [Echo]: some programs send back
// whatever they get. It is no answer, unless it reads as a reply of a protocol whose
// replies repeat their requests.
//
// Unreal2 has no ids. A late answer to an earlier query of the same server
// could not be told from an answer to this one, so two queries of one address
// never follow each other on one socket.
//
// # Over TCP
//
// A protocol that is spoken over TCP alone is asked over a connection, whose bytes
// are cut into messages as its exchange.Client.Size says, and masters are talked to
// over one. Nothing else is different for them, but that a request is not
// sent again: it is waited for as long as for all tries of another. A connection that
// ends, or brings what no server sends, ends what was asked on it.
//
// # Waiting
//
// A request that gets no answer is sent again, each time after a longer wait.
// Where nothing marks the end of an answer, it is over when nothing more came
// for a while ([Options].Quiet). Missing parts are asked for again, and a part
// of the second answer may stand in for a lost one of the first when both say
// the same in all that they share.
//
// # Bounds
//
// Whatever servers send, and however many of them, a Client stays within:
//
//   - Memory: the datagrams that wait and those that are decoded, of all
//     queries together, take at most Options.MaxMemory (384 MiB), and the
//     garbage collector's surplus. A datagram is only decoded when 96 bytes for
//     each of its bytes are free, the most that fields can take. Every one of
//     Options.Parallel queries has a small share of its own, 256 KiB, so that
//     honest servers are heard while hostile ones take the rest; no query has
//     more than an eighth of the rest (16 MiB).
//   - One query: Options.MaxDatagrams (256) datagrams of Options.MaxBytes
//     (1 MiB) together, within Options.Limit (20 s). A finished Session keeps
//     these bytes, its Status, and at most 256 KiB of decoded messages;
//     [Datagram.Decode] makes the others again. Sessions are the caller's:
//     [Client.Scan] keeps none that found has returned from.
//   - A connection: MaxBytes, whether they are messages or not.
//   - A master: MaxBytes of its answer, which is some 170,000 servers in six
//     bytes each, within Limit.
//   - [Client.Discover]: 4096 servers. What more came is counted in its error.
//   - [Client.Listen] keeps nothing.
//
// What goes beyond is counted (Session.Dropped), has the verdict [OverLimit]
// and makes the query end with an error of kind [TooMuch].
//
// Nothing is sent anywhere that the caller does not name; only
// [Client.Discover] broadcasts.
package live
