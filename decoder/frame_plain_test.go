package decoder_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fragscope/decoder"
	"fragscope/decoder/frame"
	"fragscope/decoder/wire"
)

// checkPayload holds DecodePayload to what Decode says.
func checkPayload(t testing.TB, d *decoder.Decoder, p []byte, opts wire.Options) {
	t.Helper()
	want := decoder.Decode(p, opts)
	d.Options = opts
	got := d.DecodePayload(p)
	from := 0
	if got.Frame.Payload > 0 && (len(got.Fields) == 0 || int(got.Fields[0].Offset) >= got.Frame.Payload) {
		for from < len(want.Fields) && int(want.Fields[from].Offset) < want.Frame.Payload {
			from++
		}
	}
	fields := want.Fields[from:]
	if n := len(fields); n > len(got.Fields) && fields[n-1].Def == &frame.Data[frame.DataPadding] {
		fields = fields[:n-1]
	}
	if got.Info != want.Info || got.Confidence != want.Confidence || got.Frame != want.Frame || got.Payload != want.Payload ||
		got.Colours != want.Colours || got.Stream != want.Stream || !slices.Equal(got.Problems, want.Problems) || !slices.Equal(got.Fields, fields) {
		t.Fatalf("% x, %v:\n%+v\nwant\n%+v", p, opts.Link, got, want)
	}
}

// What is passed over in a frame changes nothing in what is said about its
// payload, whatever is wrong with the frame.
func TestDecodePayload(t *testing.T) {
	var d decoder.Decoder
	plain, all, step := 0, 0, 1
	if testing.Short() {
		step = 7
	}
	for _, datagrams := range samplePackets(t) {
		for _, payload := range datagrams {
			for _, f := range plainFrames(payload) {
				opts := wire.Options{Link: f.link}
				checkPayload(t, &d, f.bytes, opts)
				all++
				if m := d.DecodePayload(f.bytes); len(m.Fields) > 0 && int(m.Fields[0].Offset) == m.Payload && m.Payload > 0 {
					plain++
				}
				for i := 0; i < min(len(f.bytes), 64); i += step {
					p := slices.Clone(f.bytes)
					p[i] ^= 0x41
					checkPayload(t, &d, p, opts)
					checkPayload(t, &d, f.bytes[:len(f.bytes)-1-i%len(f.bytes)], opts)
				}
				checkPayload(t, &d, append(slices.Clone(f.bytes), 0, 0, 0), opts)
			}
		}
	}
	if plain < all*9/10 {
		t.Errorf("only %d of %d frames are read without their headers", plain, all)
	}
}

func FuzzDecodePayload(f *testing.F) {
	for _, datagrams := range samplePackets(f) {
		for _, x := range plainFrames(datagrams[0]) {
			f.Add(x.bytes, uint8(x.link))
		}
	}
	f.Fuzz(func(t *testing.T, p []byte, link uint8) {
		var d decoder.Decoder
		checkPayload(t, &d, slices.Clip(p), wire.Options{Link: wire.Link(link % uint8(wire.LinkCount))})
	})
}

// The checksum's sum is that of words one by one.
func TestSum16(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "bytes")
		start := rapid.Uint64Range(0, 1<<20).Draw(t, "start")
		want := start
		for i, c := range b {
			want += uint64(c) << (8 * (1 - i%2))
		}
		if got := frame.Fold(frame.Sum16(b, start)); got != frame.Fold(want) {
			t.Fatalf("%x, want %x", got, frame.Fold(want))
		}
	})
}

type linkedFrame struct {
	link  wire.Link
	bytes []byte
}

// plainFrames wraps payload in the headers that nearly all packets have.
func plainFrames(payload []byte) []linkedFrame {
	if len(payload) > 1400 || len(payload) == 0 {
		return nil
	}
	udp := func(pseudo []byte) []byte {
		u := binary.BigEndian.AppendUint16(nil, 7778)
		u = binary.BigEndian.AppendUint16(u, 40000)
		u = binary.BigEndian.AppendUint16(u, uint16(8+len(payload)))
		u = append(append(u, 0, 0), payload...)
		sum := ^frame.Fold(frame.Sum16(u, frame.Sum16(pseudo, uint64(wire.ProtoUDP+len(u)))))
		if sum == 0 {
			sum = 0xffff
		}
		binary.BigEndian.PutUint16(u[6:], sum)
		return u
	}
	addresses := []byte{192, 0, 2, 1, 198, 51, 100, 7}
	ip4 := append([]byte{0x45, 0, 0, 0, 1, 2, 0x40, 0, 64, wire.ProtoUDP, 0, 0}, addresses...)
	binary.BigEndian.PutUint16(ip4[2:], uint16(28+len(payload)))
	binary.BigEndian.PutUint16(ip4[10:], ^frame.Fold(frame.Sum16(ip4, 0)))
	ip4 = append(ip4, udp(addresses)...)
	pair := make([]byte, 32)
	pair[0], pair[1], pair[15], pair[16], pair[31] = 0x20, 1, 1, 0x20, 2
	ip6 := append([]byte{0x60, 0, 0, 0, 0, 0, wire.ProtoUDP, 64}, pair...)
	binary.BigEndian.PutUint16(ip6[4:], uint16(8+len(payload)))
	ip6 = append(ip6, udp(pair)...)
	mac := make([]byte, 12)
	return []linkedFrame{
		{wire.LinkRawIP, ip4}, {wire.LinkRawIP, ip6},
		{wire.LinkEthernet, slices.Concat(mac, []byte{8, 0}, ip4)},
		{wire.LinkEthernet, slices.Concat(mac, []byte{0x81, 0, 0x20, 5, 8, 0}, ip4)},
		{wire.LinkEthernet, slices.Concat(mac, []byte{0x86, 0xdd}, ip6)},
		{wire.LinkSLL, slices.Concat([]byte{0, 4, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, 8, 0}, ip4)},
		{wire.LinkSLL2, slices.Concat([]byte{0x86, 0xdd, 0, 0, 0, 0, 0, 1, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0}, ip6)},
		{wire.LinkLoopback, slices.Concat([]byte{2, 0, 0, 0}, ip4)},
		{wire.LinkLoopback, slices.Concat([]byte{0, 0, 0, 30}, ip6)},
	}
}
