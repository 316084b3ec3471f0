package structure

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fragscope/analyzer/unpack"
	"fragscope/decoder/wire"
)

// spot returns where an offset is in the first packet of k.
func spot(k *Kind, offset int, in []Datagram) int {
	return place(k, &Finding{Offset: offset}, in)
}

// find returns the findings of a type.
func find(k *Kind, t Type) (out []Finding) {
	for _, f := range k.Findings {
		if f.Type == t {
			out = append(out, f)
		}
	}
	return out
}

// TestMadeUp analyses a protocol that was made up for the purpose: magic, u16 counter, type, u16
// length of the rest, u32 id that the reply repeats, texts with a length byte,
// and CRC-16 at the end.
func TestMadeUp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var crc *algorithm
	for k := range algorithms[2] {
		if algorithms[2][k].name == "CRC-16/MODBUS" {
			crc = &algorithms[2][k]
		}
	}
	var in []Datagram
	id := []byte{}
	for i := range 24 {
		reply := i%2 == 1
		b := append([]byte("ZQ"), num(uint64(3000+i), 2, false)...)
		if reply {
			b = append(b, 2)
		} else {
			b = append(b, 1)
			id = randomBytes(r, 4)
		}
		rest := slices.Clone(id)
		for range 2 {
			s := phrase(r)
			if reply {
				rest = append(append(rest, byte(len(s))), s...)
			}
		}
		b = append(append(b, num(uint64(len(rest)+2), 2, false)...), rest...)
		b = append(b, num(crc.of(b), 2, false)...)
		in = append(in, Datagram{Data: b})
	}
	res := Analyze(in, Options{})
	if len(res.Kinds) != 2 || len(res.Kinds[0].Packets) != 12 || len(res.Kinds[1].Packets) != 12 {
		t.Fatalf("kinds: %+v", res.Kinds)
	}
	for k := range res.Kinds {
		kind := &res.Kinds[k]
		has := func(typ Type, offset, length int) {
			t.Helper()
			for _, f := range find(kind, typ) {
				same := place(kind, &f, in) == spot(kind, offset, in) && f.Length == length
				if same && f.Holds == 12 && f.Seen == 12 && f.Chance < 1e-3 {
					return
				}
			}
			if typ != Random {
				t.Errorf("kind %d: no %v at %d of %d bytes: %+v", k, typ, offset, length, kind.Findings)
			}
		}
		has(Constant, 0, 2)
		has(Counter, 2, 2)
		has(Enum, 4, 1)
		has(Length, 5, 2)
		has(Checksum, -2, 2)
		if k == 1 {
			has(Echo, 7, 4)
			has(Length, 11, 1)
			if s := find(kind, String); len(s) != 2 {
				t.Errorf("strings: %+v", s)
			}
		} else if f := find(kind, Random); len(f) != 1 || f[0].Offset != 7 || f[0].Length != 4 ||
			!strings.Contains(f[0].Text, "repeated") {
			t.Errorf("id: %+v", f)
		}
	}
}

// TestBounded: any input is analysed, and every range is inside its packet.
func TestBounded(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	many := func(n int, f func(i int) []byte) (in []Datagram) {
		for i := range n {
			in = append(in, Datagram{Data: f(i)})
		}
		return in
	}
	for name, in := range map[string][]Datagram{
		"none":          nil,
		"one":           many(1, func(int) []byte { return []byte("hello") }),
		"empty":         many(12, func(int) []byte { return nil }),
		"some empty":    many(12, func(i int) []byte { return make([]byte, i%2) }),
		"same":          many(12, func(int) []byte { return []byte("hello") }),
		"zeros":         many(12, func(i int) []byte { return make([]byte, 1000+i) }),
		"ones":          many(12, func(i int) []byte { return bytes.Repeat([]byte{1}, 3000+i) }),
		"random":        many(40, func(i int) []byte { return randomBytes(r, r.IntN(1400)) }),
		"large":         many(12, func(i int) []byte { return randomBytes(r, 60000) }),
		"large text":    many(12, func(i int) []byte { return bytes.Repeat([]byte("a\\"), 30000) }),
		"empty strings": many(12, func(i int) []byte { return bytes.Repeat([]byte{0, 'a', 0}, 4000+i) }),
		"many kinds":    many(4000, func(i int) []byte { return []byte{byte(i), byte(i >> 8), byte(i * 7), 4, 5, 6} }),
		"all lengths":   many(600, func(i int) []byte { return make([]byte, i) }),
	} {
		res := Analyze(in, Options{Unpack: unpack.Stream, Kin: func([]byte) string { return "kin" }})
		seen := map[int]bool{}
		if len(res.Kinds) > maxKinds+4 {
			t.Errorf("%s: %d kinds", name, len(res.Kinds))
		}
		for k := range res.Kinds {
			kind := &res.Kinds[k]
			for _, i := range kind.Packets {
				if seen[i] {
					t.Errorf("%s: packet %d is of two kinds", name, i)
				}
				seen[i] = true
			}
			for j := range kind.Findings {
				f := &kind.Findings[j]
				at := place(kind, f, in)
				if at < 0 || at+f.Length > len(in[kind.Packets[0]].Data) || f.After >= len(kind.Findings) || f.After == j {
					t.Errorf("%s: %+v in %d bytes", name, f, len(in[kind.Packets[0]].Data))
				}
				if f.Text == "" || f.Holds > f.Seen || f.Chance < 0 || f.Chance > 1 {
					t.Errorf("%s: %+v", name, f)
				}
			}
		}
		if len(seen) != len(in) {
			t.Errorf("%s: %d of %d packets have a kind", name, len(seen), len(in))
		}
	}
}

// TestCapture: with times, addresses and directions, timestamps, addresses and ports are told.
func TestCapture(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var in []Datagram
	now := int64(1_700_000_000_123_456_789)
	for i := range 14 {
		now += int64(3e8 + r.IntN(2e9))
		src := Endpoint{Addr: []byte{192, 0, 2, byte(i)}, Port: uint16(40000 + 31*i)}
		dst := Endpoint{Addr: []byte{198, 51, 100, 9}, Port: 27015}
		uptime := uint64(now/1e6-1_600_000_000_000) & 0xffffffff
		b := slices.Concat([]byte{7}, src.Addr, num(uint64(src.Port), 2, true), num(uptime, 4, false), num(27015, 2, false),
			randomBytes(r, 4))
		in = append(in, Datagram{Data: b, Time: now, Src: src, Dst: dst, Flow: i + 1, Direction: wire.Request})
	}
	k := &Analyze(in, Options{}).Kinds[0]
	for _, want := range []struct {
		t          Type
		at, length int
	}{{Address, 1, 4}, {Port, 5, 2}, {Timestamp, 7, 4}, {Port, 11, 2}, {Random, 13, 4}} {
		is := func(f Finding) bool { return f.Offset == want.at && f.Length == want.length }
		if !slices.ContainsFunc(find(k, want.t), is) {
			t.Errorf("no %v at %d: %+v", want.t, want.at, k.Findings)
		}
	}
}

// TestChecksums checks the algorithms against the check values of their catalogues, which are of "123456789".
func TestChecksums(t *testing.T) {
	for name, want := range map[string]uint64{
		"CRC-8/SMBUS": 0xf4, "CRC-8/I-432-1": 0xa1, "CRC-8/ROHC": 0xd0, "CRC-8/MAXIM-DOW": 0xa1,
		"CRC-8/I-CODE": 0x7e, "CRC-8/HITAG": 0xb4,
		"CRC-8/SAE-J1850": 0x4b, "CRC-8/GSM-A": 0x37, "CRC-8/MIFARE-MAD": 0x99, "CRC-8/TECH-3250": 0x97,
		"CRC-8/AUTOSAR":    0xdf,
		"CRC-8/OPENSAFETY": 0x3e, "CRC-8/GSM-B": 0x94, "CRC-8/WCDMA": 0x25, "CRC-8/CDMA2000": 0xda,
		"CRC-8/LTE": 0xea, "CRC-8/DARC": 0x15,
		"CRC-8/DVB-S2": 0xbc, "CRC-8/BLUETOOTH": 0x26, "CRC-8/NRSC-5": 0xf7,
		"CRC-16/ARC": 0xbb3d, "CRC-16/MODBUS": 0x4b37, "CRC-16/USB": 0xb4c8, "CRC-16/MAXIM-DOW": 0x44c2,
		"CRC-16/CMS": 0xaee7, "CRC-16/UMTS": 0xfee8,
		"CRC-16/DDS-110": 0x9ecf, "CRC-16/XMODEM": 0x31c3, "CRC-16/IBM-3740": 0x29b1, "CRC-16/SPI-FUJITSU": 0xe5cc,
		"CRC-16/GENIBUS": 0xd64e,
		"CRC-16/GSM":     0xce3c, "CRC-16/KERMIT": 0x2189, "CRC-16/MCRF4XX": 0x6f91, "CRC-16/IBM-SDLC": 0x906e,
		"CRC-16/TMS37157":          0x26b1,
		"CRC-16/ISO-IEC-14443-3-A": 0xbf05, "CRC-16/RIELLO": 0x63d0, "CRC-16/DNP": 0xea82, "CRC-16/EN-13757": 0xc2b7,
		"CRC-16/DECT-X": 0x007f,
		"CRC-16/DECT-R": 0x007e, "CRC-16/T10-DIF": 0xd0db, "CRC-16/TELEDISK": 0x0fb3, "CRC-16/CDMA2000": 0x4c06,
		"CRC-16/PROFIBUS":     0xa819,
		"CRC-16/OPENSAFETY-A": 0x5d38, "CRC-16/OPENSAFETY-B": 0x20fe, "CRC-16/LJ1200": 0xbdf4, "CRC-16/NRSC-5": 0xa066,
		"CRC-16/M17": 0x772b,
		"CRC-32":     0xcbf43926, "CRC-32/BZIP2": 0xfc891918, "CRC-32/MPEG-2": 0x0376e6e7, "CRC-32/CKSUM": 0x765e7680,
		"CRC-32/JAMCRC": 0x340bc6d9,
		"CRC-32C":       0xe3069283, "CRC-32/BASE91-D": 0x87315576, "CRC-32/AIXM": 0x3010bf7f, "CRC-32/AUTOSAR": 0x1697d06a,
		"CRC-32/CD-ROM-EDC": 0x6ec2edc4, "CRC-32/XFER": 0xbd0be338, "CRC-32/MEF": 0xd2c22f51,
		"Adler-32": 0x091e01de, "Fletcher-16": 0x1ede, "FNV-1a": 0xbb86b11c,
	} {
		found := false
		for _, list := range algorithms {
			for k := range list {
				if a := &list[k]; a.name == name {
					found = true
					if got := a.of([]byte("123456789")); got != want {
						t.Errorf("%s: %x, want %x", name, got, want)
					}
				}
			}
		}
		if !found {
			t.Errorf("no %s", name)
		}
	}
}

func FuzzAnalyze(f *testing.F) {
	for seed := range uint64(8) {
		m := generate(seed+1, 6)
		var l [][]byte
		for _, d := range m.in {
			l = append(l, []byte(hex.EncodeToString(d.Data)))
		}
		f.Add(bytes.Join(l, []byte(" ")))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var in []Datagram
		for i, w := range bytes.Fields(text) {
			if b, err := hex.DecodeString(string(w)); err == nil && i < 64 {
				in = append(in, Datagram{Data: b, Direction: wire.Direction(i % 3)})
			}
		}
		n := 0
		for _, k := range Analyze(in, Options{Unpack: unpack.Stream}).Kinds {
			n += len(k.Packets)
		}
		if n != len(in) {
			t.Fatalf("%d of %d packets have a kind", n, len(in))
		}
	})
}
