package decoder_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

// The promises of the decoder that are about any one datagram: the leaves tile
// it, everything can be named, and what a cut leaves whole reads the same.
func TestPromises(t *testing.T) {
	for name, datagrams := range samplePackets(t) {
		t.Run(name, func(t *testing.T) {
			for _, p := range datagrams {
				m := decoder.Decode(p, wire.Options{})
				checkMessage(t, m)
				checkTruncation(t, m, wire.Options{})
			}
		})
	}
}

// A Decoder that is used again allocates nothing, whatever it decodes.
func TestNoAllocation(t *testing.T) {
	for name, datagrams := range samplePackets(t) {
		for _, p := range datagrams {
			var d decoder.Decoder
			d.Decode(p)
			if n := testing.AllocsPerRun(20, func() { d.Decode(p) }); n != 0 {
				t.Errorf("%s: %v allocations", name, n)
			}
		}
	}
}

// What one datagram leaves behind in a Decoder does not show in the next.
func TestDecoderReuse(t *testing.T) {
	var d decoder.Decoder
	for name, datagrams := range samplePackets(t) {
		for _, p := range datagrams {
			got, want := d.Decode(p), decoder.Decode(p, wire.Options{})
			if got.Info != want.Info || !slices.Equal(got.Fields, want.Fields) || !slices.Equal(got.Problems, want.Problems) {
				t.Errorf("%s reads differently in a used Decoder", name)
			}
		}
	}
}

// Decoding is linear: a hostile datagram of 64 KiB gives a bounded number of
// fields and problems for every protocol. Its time is watched by the fuzzing,
// which fails on a hang, and reported by the benchmarks.
func TestBounded(t *testing.T) {
	patterns := []string{"\x00", "\xff", "\\", "\\a", "\\player_0\\", "a\x00", "\x01\x00", "\x41\x03", "\x40\x40",
		"\xc0\x01", "\x80\x00\x00\x00", "\x02a\x00", "1.2.3.4\t1\t2\n"}
	if testing.Short() {
		patterns = patterns[:4]
	}
	heads := []string{"", "\x80\x00\x00\x00\x00", "\x80\x00\x00\x00\x01", "\x80\x00\x00\x00\x02", "\xfe\xfd\x00abcd",
		"\x00abcdsplitnum\x00\x80\x00", "\x00abcdsplitnum\x00\x80\x01", "\x00abcd", "\xff\xffUGP\x00\x01\x81\x05\xff", "\\"}
	var d decoder.Decoder
	for _, head := range heads {
		for _, pattern := range patterns {
			p := []byte(head + strings.Repeat(pattern, 65507/len(pattern)+1))[:65507]
			for _, proto := range allIDs() {
				for _, from := range []wire.Direction{wire.DirectionUnknown, wire.Request, wire.Reply} {
					d.Options = wire.Options{Protocol: proto, From: from}
					m := d.Decode(p)
					if len(m.Fields) > 3*len(p) || len(m.Problems) > wire.MaxProblems+1 {
						t.Errorf("%q, %q, %v %v: %d fields and %d problems of %d bytes", head, pattern, proto, from, len(m.Fields),
							len(m.Problems), len(p))
					}
					// What can be said of a field is the same for each of its like.
					checkMessage(t, d.Decode(p[:1500]))
				}
			}
		}
	}
}

// allIDs returns the IDs of all protocols, that of none first.
func allIDs() []wire.ProtocolID {
	return append([]wire.ProtocolID{wire.UnknownProtocol}, decoder.Protocols()...)
}

// numbered returns the protocol that a number of a fuzz target stands for.
func numbered(n uint8) wire.ProtocolID {
	all := allIDs()
	return all[int(n)%len(all)]
}

func fuzzSeeds(f *testing.F) {
	for _, datagrams := range samplePackets(f) {
		for _, p := range datagrams {
			promise.Add(f, p, uint8(0), uint8(0))
		}
	}
}

// FuzzDecode holds the decoder to its promises for any bytes, with and without
// being told what they are.
func FuzzDecode(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, p []byte, proto, from uint8) {
		p = slices.Clip(p) // reading past the end must not go unnoticed
		opts := wire.Options{Protocol: numbered(proto), From: wire.Direction(from % 3)}
		var m *wire.Message
		if n := allocated(func() { m = decoder.Decode(p, opts) }); n > 8<<10+500*len(p) {
			t.Errorf("decoding %d bytes takes %d bytes of memory", len(p), n)
		}
		if n := allocated(func() { decoder.StatusOf(m) }); n > 8<<10+400*len(p) {
			t.Errorf("the status of %d bytes takes %d bytes of memory", len(p), n)
		}
		checkMessage(t, m)
		if len(p) <= 512 {
			checkTruncation(t, m, opts)
		}
	})
}

// FuzzAssemble puts together any datagrams in any order, some twice, and asks
// what they say together.
func FuzzAssemble(f *testing.F) {
	for _, datagrams := range samplePackets(f) {
		promise.Add(f, joinDatagrams(datagrams), []byte{3, 1, 2})
	}
	f.Fuzz(func(t *testing.T, p, order []byte) {
		var ms []*wire.Message
		for _, d := range splitDatagrams(p) {
			ms = append(ms, decoder.Decode(d, wire.Options{}))
		}
		for _, o := range order {
			if n := len(ms); n > 0 && n < 64 {
				i, j := int(o)%n, int(o>>4)%n
				ms[i], ms[j] = ms[j], ms[i]
				if o&1 != 0 {
					ms = append(ms, ms[i].Clone())
				}
			}
		}
		checkAssembly(t, ms)
		checkServers(t, ms)
		decoder.StatusOf(ms...)
		decoder.ReadTogether(ms)
		for _, m := range ms {
			checkMessage(t, m)
		}
	})
}

// checkAssembly fails the test unless every reply is in exactly one place.
func checkAssembly(t testing.TB, ms []*wire.Message) {
	t.Helper()
	seen := make([]int, len(ms))
	for _, r := range decoder.Assemble(ms) {
		if len(r.Datagrams) == 0 || len(r.Missing) > wire.MaxParts {
			t.Fatalf("reply %+v", r)
		}
		if r.Completeness == wire.Complete && len(r.Missing) > 0 {
			t.Fatalf("complete with parts missing: %+v", r)
		}
		for _, i := range slices.Concat(r.Datagrams, r.Duplicates) {
			seen[i]++
		}
	}
	for i, n := range seen {
		if want := 1; ms[i].Info.Direction != wire.Request && n != want {
			t.Fatalf("datagram %d (%s) is in %d replies", i, ms[i].Info.Name, n)
		}
	}
}

// joinDatagrams writes datagrams one after the other, each behind its length.
func joinDatagrams(datagrams [][]byte) []byte {
	var p []byte
	for _, d := range datagrams {
		p = append(p, byte(len(d)>>8), byte(len(d)))
		p = append(p, d...)
	}
	return p
}

func splitDatagrams(p []byte) [][]byte {
	var all [][]byte
	for len(p) >= 2 && len(all) < 32 {
		n := min(int(p[0])<<8|int(p[1]), len(p)-2)
		all = append(all, p[2:2+n])
		p = p[2+n:]
	}
	return all
}

// The order in which the parts of a reply arrive, and parts that come twice,
// do not change what they say together.
func TestStatusOfAnyOrder(t *testing.T) {
	for name, datagrams := range samplePackets(t) {
		if len(datagrams) < 2 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			numbered := true
			for _, p := range datagrams {
				numbered = numbered && decoder.Decode(p, wire.Options{}).Part().Numbered
			}
			if !numbered {
				return // without numbers the order is all there is
			}
			want := decoder.StatusOf(decodeAll(datagrams)...)
			rapid.Check(t, func(t *rapid.T) {
				order := rapid.Permutation(slices.Concat(datagrams, datagrams[:1])).Draw(t, "order")
				got := decoder.StatusOf(decodeAll(order)...)
				if !sameStatus(got, want) {
					t.Fatalf("status %+v, want %+v", got, want)
				}
			})
		})
	}
}

func decodeAll(datagrams [][]byte) []*wire.Message {
	var ms []*wire.Message
	for _, p := range datagrams {
		ms = append(ms, decoder.Decode(p, wire.Options{}))
	}
	return ms
}
