package structure

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"hash/adler32"
	"hash/crc32"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"fragscope/decoder/wire"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// A truth is a part of a generated layout, as it is in one packet.
type truth struct {
	types    []Type // that say it right, the best first
	from, to int
	name     string
}

// A maquette is a generated protocol with its packets.
type maquette struct {
	name   string
	in     []Datagram
	truths [][]truth // of each packet
	kinds  []int     // of each packet
}

// A writer makes one packet.
type writer struct {
	b []byte
	t []truth
}

func (w *writer) part(name string, b []byte, types ...Type) {
	w.t = append(w.t, truth{types, len(w.b), len(w.b) + len(b), name})
	w.b = append(w.b, b...)
}

func num(v uint64, size int, be bool) []byte {
	b := make([]byte, size)
	for i := range b {
		k := i
		if be {
			k = size - 1 - i
		}
		b[k] = byte(v >> (8 * i))
	}
	return b
}

// A scene holds what the parts of one generated packet depend on: its time, direction,
// addresses and request.
type scene struct {
	r       *rand.Rand
	be      bool
	ofDir   int
	reply   bool
	request map[string][]byte // what the request had
	said    map[string][]byte
	time    int64
	src     Endpoint
	dst     Endpoint
}

// A maker1 writes a part.
type maker1 func(w *writer, s *scene)

var words1 = strings.Fields("alpha bravo castle delta echo foxtrot golf hotel india juliet kilo lima mike november " +
	"oscar papa " +
	"quebec romeo sierra tango uniform victor whiskey xray yankee zulu " +
	"Deathmatch CTF Server Arena dm_morbias de_dust2 Facing Worlds Instagib")

func phrase(r *rand.Rand) string {
	n := 1 + r.IntN(3)
	var l []string
	for range n {
		l = append(l, words1[r.IntN(len(words1))])
	}
	return strings.Join(l, " ")
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// headerParts chooses the fixed parts of a kind.
func headerParts(r *rand.Rand, be, timed bool, used map[string]bool) []maker1 {
	var l []maker1
	pick := func(name string, p float64, f func() maker1) {
		if r.Float64() < p {
			used[name] = true
			l = append(l, f())
		}
	}
	pick("counter", 0.5, func() maker1 {
		size := []int{1, 2, 4}[r.IntN(3)]
		start := r.Uint64() % (1 << (8 * min(size, 3)))
		if r.IntN(2) == 0 {
			start %= 200
		}
		step := uint64(1)
		if r.IntN(3) == 0 {
			step = uint64(1 + r.IntN(20))
		}
		return func(w *writer, s *scene) {
			v := num(start+step*uint64(s.ofDir), size, be)
			if s.reply {
				v = num(start+77+step*uint64(s.ofDir), size, be)
			}
			w.part("counter"+strconv.Itoa(8*size), v, Counter)
		}
	})
	pick("id", 0.6, func() maker1 {
		size := []int{4, 4, 8, 2}[r.IntN(4)]
		return func(w *writer, s *scene) {
			if s.reply && s.request["id"] != nil {
				w.part("echo", s.request["id"], Echo)
				return
			}
			v := randomBytes(s.r, size)
			s.said["id"] = v
			w.part("id"+strconv.Itoa(8*size), v, Random)
		}
	})
	pick("enum", 0.4, func() maker1 {
		values := []byte{byte(r.IntN(4)), byte(4 + r.IntN(4)), byte(8 + r.IntN(60))}
		return func(w *writer, s *scene) { w.part("enum", []byte{values[s.r.IntN(3)]}, Enum) }
	})
	pick("flags", 0.4, func() maker1 {
		mask := []byte{0x15, 0x8c, 0xa1, 0x52, 0x93}[r.IntN(5)]
		return func(w *writer, s *scene) { w.part("flags", []byte{byte(s.r.Uint32()) & mask}, Flags) }
	})
	pick("time", 0.4, func() maker1 {
		kind := r.IntN(3)
		return func(w *writer, s *scene) {
			switch kind {
			case 0:
				w.part("unix32", num(uint64(s.time/1e9), 4, be), Timestamp)
			case 1:
				w.part("unixms", num(uint64(s.time/1e6), 8, be), Timestamp)
			case 2:
				w.part("uptime", num(uint64(s.time/1e6-1_700_000_000_000+5_000_000), 4, be), Timestamp)
			}
		}
	})
	if timed {
		pick("address", 0.4, func() maker1 {
			return func(w *writer, s *scene) { w.part("address", s.dst.Addr, Address) }
		})
		pick("port", 0.4, func() maker1 {
			return func(w *writer, s *scene) { w.part("port", num(uint64(s.src.Port), 2, be), Port) }
		})
	}
	pick("number", 0.5, func() maker1 {
		size := []int{1, 2, 4}[r.IntN(3)]
		top := []int{16, 64, 500, 3000}[r.IntN(4)]
		if size == 1 {
			top = min(top, 64)
		}
		return func(w *writer, s *scene) {
			w.part("number"+strconv.Itoa(8*size), num(uint64(s.r.IntN(top)), size, be), Count, Enum)
		}
	})
	pick("float", 0.4, func() maker1 {
		return func(w *writer, s *scene) {
			v := num(uint64(math.Float32bits(float32(s.r.Float64()*500-100))), 4, be)
			w.part("float", v, Float)
		}
	})
	r.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
	return l
}

func stringPart(r *rand.Rand, be bool) maker1 {
	switch r.IntN(6) {
	case 0, 1:
		return func(w *writer, s *scene) {
			t := phrase(s.r)
			w.part("length8", []byte{byte(len(t))}, Length)
			w.part("string", []byte(t), String)
		}
	case 2:
		size := []int{2, 4}[r.IntN(2)]
		return func(w *writer, s *scene) {
			t := phrase(s.r)
			w.part("length"+strconv.Itoa(8*size), num(uint64(len(t)), size, be), Length)
			w.part("string", []byte(t), String)
		}
	case 3:
		return func(w *writer, s *scene) {
			t := phrase(s.r) + "\x00"
			w.part("length8nul", []byte{byte(len(t))}, Length)
			w.part("string", []byte(t), String)
		}
	case 4:
		return func(w *writer, s *scene) {
			t := phrase(s.r)
			var u []byte
			for _, c := range []byte(t) {
				u = append(u, num(uint64(c), 2, be)...)
			}
			w.part("lengthwide", []byte{byte(len(t))}, Length)
			w.part("wide", u, String)
		}
	}
	return func(w *writer, s *scene) { w.part("zstring", []byte(phrase(s.r)+"\x00"), String) }
}

func bodyPart(r *rand.Rand, be bool, last bool) (maker1, bool) {
	n := r.IntN(8)
	if !last && n > 3 {
		n = r.IntN(4)
	}
	switch n {
	default:
		return stringPart(r, be), false
	case 4:
		sep := []string{"\\", "=&", "=;", "=\n", ":\n"}[r.IntN(5)]
		return func(w *writer, s *scene) {
			var t strings.Builder
			for i := range 2 + s.r.IntN(4) {
				k, v := words1[s.r.IntN(26)], strconv.Itoa(s.r.IntN(1000))
				if sep == "\\" {
					t.WriteString("\\" + k + "\\" + v)
				} else {
					if i > 0 {
						t.WriteString(sep[1:])
					}
					t.WriteString(k + sep[:1] + v)
				}
			}
			w.part("kv"+sep, []byte(t.String()), Text)
		}, true
	case 5: // records of fixed size
		size := 3 + r.IntN(8)
		return func(w *writer, s *scene) {
			n := 1 + s.r.IntN(6)
			w.part("count", []byte{byte(n)}, Count)
			var b []byte
			for range n {
				b = append(append(b, byte(s.r.IntN(8))), randomBytes(s.r, size-1)...)
			}
			w.part("records"+strconv.Itoa(size), b, Records)
		}, true
	case 6: // records with strings
		post := r.IntN(5)
		return func(w *writer, s *scene) {
			n := 1 + s.r.IntN(6)
			w.part("count", []byte{byte(n)}, Count)
			var b []byte
			for i := range n {
				b = append(b, byte(i))
				b = append(b, phrase(s.r)...)
				b = append(b, 0)
				b = append(b, num(uint64(s.r.IntN(60)), post, be)...)
			}
			w.part("zrecords", b, Records)
		}, true
	case 7:
		switch r.IntN(3) {
		case 0:
			pack := packers[r.IntN(len(packers))]
			return func(w *writer, s *scene) {
				var z bytes.Buffer
				zw := pack(&z)
				zw.Write([]byte(phrase(s.r) + phrase(s.r) + phrase(s.r)))
				zw.Close()
				w.part("packed", z.Bytes(), Compressed)
			}, true
		case 1:
			return func(w *writer, s *scene) { w.part("cipher", randomBytes(s.r, 16*(1+s.r.IntN(5))), Encrypted) }, true
		}
		key := randomBytes(r, 1+r.IntN(4))
		return func(w *writer, s *scene) {
			t := []byte(phrase(s.r) + " " + phrase(s.r) + " " + phrase(s.r))
			for i := range t {
				t[i] ^= key[i%len(key)]
			}
			w.part("xor", t, Encrypted)
		}, true
	}
}

func checksumPart(r *rand.Rand, be bool) (size int, f func(p []byte) []byte) {
	g := func(name string) func(p []byte) []byte {
		for _, list := range algorithms {
			for k := range list {
				if list[k].name == name {
					a := &list[k]
					return func(p []byte) []byte { return num(a.of(p), a.size, be) }
				}
			}
		}
		panic(name)
	}
	switch r.IntN(9) {
	case 0:
		return 4, func(p []byte) []byte { return num(uint64(crc32.ChecksumIEEE(p)), 4, be) }
	case 1:
		return 4, func(p []byte) []byte { return num(uint64(adler32.Checksum(p)), 4, be) }
	case 2:
		return 1, g("XOR of the bytes")
	case 3:
		return 1, g("sum of the bytes")
	case 4:
		return 2, g("Internet checksum")
	case 5:
		return 2, g("CRC-16/MODBUS")
	case 6:
		return 2, g("CRC-16/XMODEM")
	case 7:
		return 1, g("CRC-8/SMBUS")
	}
	return 2, g("Fletcher-16")
}

// generate makes the protocol of a seed, with n packets of each kind.
func generate(seed uint64, n int) *maquette { return generateKinds(seed, n, 0) }

// generateKinds makes that many kinds, 0 for one to three.
func generateKinds(seed uint64, n, kinds int) *maquette {
	r := rand.New(rand.NewPCG(seed, 7))
	m := &maquette{name: "seed " + strconv.FormatUint(seed, 10)}
	be := r.IntN(2) == 0
	if chosen := 1 + r.IntN(3); kinds == 0 {
		kinds = chosen
	}
	timed := r.IntN(2) == 0
	magic := randomBytes(r, r.IntN(5))
	if r.IntN(2) == 0 {
		for i := range magic {
			magic[i] = byte('A' + r.IntN(26))
		}
	}
	withLength := r.IntN(2) == 0
	lengthSize := []int{1, 2, 2, 4}[r.IntN(4)]
	lengthWhole := r.IntN(2) == 0
	lengthAdd := []int{0, 0, 0, 4, -2}[r.IntN(5)]
	withSum := r.IntN(2) == 0
	sumSize, sum := checksumPart(r, be)
	sumFront := r.IntN(3) == 0
	sumFrom := 0
	if r.IntN(3) == 0 {
		sumFrom = len(magic)
	}
	echo := r.IntN(2) == 0 && kinds >= 2
	type kindLayout struct {
		head, body []maker1
		type1      byte
	}
	var layouts []kindLayout
	used := map[string]bool{}
	shared := headerParts(r, be, timed, used)
	spread := 1 + r.IntN(3)
	for k := range kinds {
		l := kindLayout{type1: byte(1 + k*spread)}
		l.head = shared
		if len(shared) > 3 {
			l.head = shared[:3]
		}
		if !echo || k > 0 {
			extra := headerParts(r, be, timed, map[string]bool{})
			l.head = append(append([]maker1{}, l.head...), extra[:min(len(extra), 1+r.IntN(2))]...)
		}
		for range r.IntN(3) {
			f, end := bodyPart(r, be, false)
			l.body = append(l.body, f)
			if end {
				break
			}
		}
		f, _ := bodyPart(r, be, true)
		if r.IntN(4) > 0 {
			l.body = append(l.body, f)
		}
		layouts = append(layouts, l)
	}
	now := int64(1_700_000_000_000_000_000) + r.Int64N(1e17)
	client := Endpoint{Addr: []byte{10, 0, byte(r.IntN(255)), 7}, Port: uint16(20000 + r.IntN(30000))}
	server := Endpoint{Addr: []byte{172, 16, byte(r.IntN(255)), 3}, Port: uint16(7000 + r.IntN(3000))}
	last := map[string][]byte{}
	dirs := [2]int{}
	for i := range n * kinds {
		k := i % kinds
		reply := echo && k == kinds-1
		now += 1e8 + r.Int64N(3e9)
		s := &scene{r: r, be: be, reply: reply, said: map[string][]byte{}, time: now, src: client, dst: server}
		if reply {
			s.request, s.src, s.dst = last, server, client
			s.ofDir = dirs[1]
			dirs[1]++
		} else {
			s.ofDir = dirs[0]
			dirs[0]++
		}
		w := &writer{}
		if len(magic) > 0 {
			w.part("magic", magic, Constant)
		}
		if kinds > 1 {
			w.part("type", []byte{layouts[k].type1}, Enum, Constant)
		}
		lengthAt, sumAt := -1, -1
		if withLength {
			lengthAt = len(w.b)
			w.part("packetlength"+strconv.Itoa(8*lengthSize), make([]byte, lengthSize), Length)
		}
		if withSum && sumFront {
			sumAt = len(w.b)
			w.part("checksum"+strconv.Itoa(8*sumSize), make([]byte, sumSize), Checksum)
		}
		for _, f := range layouts[k].head {
			f(w, s)
		}
		for _, f := range layouts[k].body {
			f(w, s)
		}
		total := len(w.b)
		if withSum && !sumFront {
			total += sumSize
		}
		if lengthAt >= 0 {
			v := total + lengthAdd
			if !lengthWhole {
				v = total - lengthAt - lengthSize + lengthAdd
			}
			copy(w.b[lengthAt:], num(uint64(max(v, 0)), lengthSize, be))
		}
		if withSum {
			if sumFront {
				copy(w.b[sumAt:], sum(w.b[sumAt+sumSize:]))
			} else {
				w.part("checksum"+strconv.Itoa(8*sumSize), sum(w.b[min(sumFrom, len(w.b)):]), Checksum)
			}
		}
		d := Datagram{Data: w.b}
		if timed {
			d.Time, d.Src, d.Dst, d.Flow = now+int64(r.IntN(2e7)), s.src, s.dst, 1
			d.Direction = wire.Request
			if reply {
				d.Direction = wire.Reply
			}
		}
		m.in = append(m.in, d)
		m.truths = append(m.truths, w.t)
		m.kinds = append(m.kinds, k)
		if !reply {
			last = s.said
		}
	}
	return m
}

// packers compress in the formats that are unpacked, but for bzip2, which the library only reads.
var packers = []func(w io.Writer) io.WriteCloser{
	func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
	func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	func(w io.Writer) io.WriteCloser { return lz4.NewWriter(w) },
	func(w io.Writer) io.WriteCloser {
		z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
		if err != nil {
			panic(err) // the options are right
		}
		return z
	},
}
