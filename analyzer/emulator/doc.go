// Package emulator answers queries as game servers do, over UDP and TCP, so
// that clients can be tested without the internet.
//
//	s, err := emulator.Listen(ctx, "127.0.0.1:0", emulator.Options{
//		Source: emulator.FromStatus(decoder.Unreal2, status),
//	})
//	defer s.Close()
//	// query s.Addr()
//
// # What is answered
//
// A [Source] decides it. [FromStatus] builds every reply from a decoder.Status,
// [FromSample] answers with embedded packets, [Recorded.Source] replays
// the replies of a recorded server, with the original timing on request, [FromMaster] is a
// master server. Anything else that has the two methods will do. The layout of
// replies is in the decoder (decoder.AppendReplies); this package has sockets,
// times and faults.
//
// [Demo] starts simulated servers ([Life]), one of each kind: players come and
// go, scores move, maps change. Three masters list them.
//
// # Faults
//
// [Fault] lists what can go wrong on demand, each with a name and a number:
// loss, delay, reordering, and so on to endless streams and huge replies.
// [ParseFaults] reads them from text such as "loss=20%,delay=50ms". Random
// choices are drawn from Options.Seed: the same requests in the same order get
// the same faults again.
//
// # No reflector
//
// Query protocols answer a few bytes with many, and UDP lets anybody write
// another's address on a datagram. An emulator must not become a reflector:
//
//  1. It listens on loopback addresses only, and answers only those, unless
//     Options.Public is set.
//  2. An address is confirmed when it is a loopback address, or when the
//     datagram repeats a challenge that was sent to exactly that address. Of
//     the protocols GameSpy 3 and A2S have one; it is required by default. It is a
//     hash of the address and a random secret of the server, so it cannot be
//     computed from Options.Seed. A TCP connection confirms its address by
//     being there.
//  3. An unconfirmed address is sent at most Options.Amplification times the
//     bytes that its datagram had, 28 for the IP and UDP headers of each
//     datagram included, 3 times by default. An answer that is longer is not
//     sent at all: neither in part nor later. The same holds for the number of
//     datagrams. A negative value lifts the rule.
//  4. Faults never make an answer to an unconfirmed address longer.
//  5. A reply gets no answer, whichever protocol it is of: a forged source
//     address must not make two servers talk to each other. An answer that
//     consists of the same bytes as its request (some protocols have such pings)
//     is sent to an address once in two to four seconds.
//
// # Bounds
//
// Memory does not grow with the number of clients: a server keeps no state of
// a UDP client but the hashes of at most 2048 echoes. Datagrams that wait for their time are bounded by maxWaiting,
// TCP connections by maxConns, what a client may send by maxTalk; beyond, they
// are dropped and counted in [Stats].
package emulator
