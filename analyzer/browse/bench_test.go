package browse

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"fragscope/samples/capgen"
)

// BenchmarkRead reads a capture as the page does.
func BenchmarkRead(b *testing.B) { benchmark(b, false) }

// BenchmarkTogether does so with a helper, which works in the same goroutine.
func BenchmarkTogether(b *testing.B) { benchmark(b, true) }

func benchmark(b *testing.B, together bool) {
	data := generated(b, capgen.Config{Datagrams: 200_000, Seed: 1})
	packets := 0
	m := &myself{data: data}
	for b.Loop() {
		c, err := Open("a.pcapng", bytes.NewReader(data), int64(len(data)), Options{Store: &memory{}})
		if err != nil {
			b.Fatal(err)
		}
		if together {
			m.c = c
			c.Help(m, 1)
		}
		c.Read()
		for !c.Step(16 * time.Millisecond) {
		}
		packets = c.Progress().All
		c.Close()
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/float64(packets), "ns/packet")
}

// myself helps at once.
type myself struct {
	c      *Capture
	data   []byte
	helper Helper
}

func (m *myself) Give(id int, ask []byte, from, to int64) {
	b, err := m.helper.Answer(append(ask, m.data[from:to]...))
	if err != nil {
		b = nil
	}
	m.c.Take(id, slices.Clone(b))
}

func (m *myself) Back([]byte) {}

// BenchmarkFilter filters 100,000 packets by what the list has, and by fields.
func BenchmarkFilter(b *testing.B) {
	data := generated(b, capgen.Config{Datagrams: 100_000, Seed: 1})
	c := opened(b, "a.pcapng", data)
	finish(b, c)
	for _, expression := range []string{
		"size > 100 and udp.port == 7778 and server in 198.51.100.0/24", "players > 5", "unreal2.info.players > 5",
		`text("nothing is so")`, "rttMs > 50",
	} {
		b.Run(expression, func(b *testing.B) {
			for b.Loop() {
				if err := c.Filter(expression); err != nil {
					b.Fatal(err)
				}
				finish(b, c)
			}
			b.ReportMetric(float64(c.Progress().Packets), "packets")
			if err := c.Filter(""); err != nil {
				b.Fatal(err)
			}
		})
	}
}
