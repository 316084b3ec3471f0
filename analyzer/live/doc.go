// Package live asks servers: it sends requests, gathers the replies with their
// times, and says what they mean together. What to ask, on which port, and how
// the end of an answer shows are tables of package decoder; here are sockets,
// waiting, and trust.
//
//	c := live.New(live.Options{})
//	defer c.Close()
//	s := c.Query(ctx, live.Target{Host: "127.0.0.1", Port: 7777})
//	if s.Err != nil {
//		fmt.Println(s.Err) // says what was asked, how often, and what came instead
//	}
//	fmt.Println(*s.Status.Name, s.Addr, s.RTT())
//
// [Client.Query] asks one server and finds its query port, [Client.Scan] asks
// thousands over a few sockets, [Client.Discover] looks for servers on the
// local network, [Client.Master] gets the list of a master server,
// [ReadServerList] one of a file or a web page, [Client.Listen] only listens, and
// [Client.Send] sends any bytes. A [Recorder] writes all of it as a capture.
//
// # Whom to believe
//
// A reply counts when it comes from the address and port that was asked, on
// the socket that asked, is of the protocol that was asked, answers a request
// that is open, and repeats its id where the protocol has one. Everything else
// is a [Datagram] too, with a [Verdict] that says why it does not count: it is
// shown, and never enters a Status.
//
// Unreal2 has no ids. A late answer to an earlier query of the same server
// could not be told from an answer to this one, so two queries of one address
// never follow each other on one socket.
//
// # Waiting
//
// A request that gets no answer is sent again, each time after a longer wait.
// Where nothing marks the end of an answer, it is over when nothing more came
// for a while ([Options].Quiet). Missing parts are asked for again, and a part
// of the second answer may stand in for a lost one of the first when both say
// the same in all that they share. Sizes, counts and times are bounded whatever
// a server sends.
//
// Nothing is sent anywhere that the caller does not name; only
// [Client.Discover] broadcasts.
package live
