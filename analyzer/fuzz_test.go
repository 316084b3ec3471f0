package analyzer

import (
	"encoding/binary"
	"reflect"
	"testing"

	"fragscope/analyzer/record"
	"fragscope/decoder"
)

// FuzzAnalyze takes bytes for a sequence of packets: whole samples, cut,
// changed or any bytes, between few hosts, in any order of time. Whatever they
// are, every reply is in one exchange, the sums agree, and neither goroutines nor
// parts change anything.
func FuzzAnalyze(f *testing.F) {
	all := payloads(f)
	f.Add([]byte("\x00\x01\x00\x00\x10\x00\x01\x02\x00\x00\x00\x00\x02\x01\x00\x00\x20"))
	f.Add([]byte("\x05\x10\x01\x00\x00\xff\x20\x10\x00\x02\x00\x05\x10\x01\x00\x00\xff"))
	f.Fuzz(func(t *testing.T, p []byte) {
		var packets []record.Packet
		now := int64(1_700_000_000_000_000_000)
		for len(p) >= 6 && len(packets) < 200 {
			which, from, to, wait, change := int(binary.LittleEndian.Uint16(p))%len(all), p[2]%uint8(len(hosts)),
				p[3]%uint8(len(hosts)), p[4], p[5]
			p = p[6:]
			data := all[which]
			switch n := int(change); {
			case change&3 == 1: // cut
				data = data[:min(n, len(data))]
			case change&3 == 2: // bytes of the fuzzer's own
				n = min(n, len(p))
				data, p = p[:n], p[n:]
			case change&3 == 3 && len(data) > 0: // one byte changed
				data = append([]byte(nil), data...)
				data[n%len(data)] ^= wait
			}
			now += (int64(wait) - 20) * 50_000_000 // captures are not always in order
			packets = append(packets, record.Packet{
				Time: now, Number: int64(len(packets) + 1), Link: decoder.LinkNone, Data: data, Src: hosts[from], Dst: hosts[to],
			})
		}
		one, first := checkAnalysis(t, packets, 1)
		three, second := checkAnalysis(t, packets, 3)
		if !reflect.DeepEqual(first, second) || !reflect.DeepEqual(one, three) {
			t.Fatalf("the number of goroutines changes the result:\n%s%s", difference(one, three), difference(first, second))
		}
		n := len(packets)
		checkParts(t, packets, []int{n / 3, n / 2}, 1+n%3, n&1 == 0, one, first)
	})
}
