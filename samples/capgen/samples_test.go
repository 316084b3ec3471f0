package capgen

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/flow"
	"fragscope/decoder"
	"fragscope/samples/captures"
)

var update = flag.Bool("update", false, "write samples/captures anew")

// kept is a capture that [Write] made with the kinds of other traffic that it
// had then. Tests, pictures and the warm-up of the page name its packets, so it
// stays as it is.
const kept = "scan-with-other-traffic.pcapng"

// The files in samples/captures are what is composed here.
func TestFiles(t *testing.T) {
	var names []string
	for _, s := range samples(t) {
		names = append(names, s.name)
		if *update {
			if err := os.WriteFile(filepath.Join("../captures", s.name), s.data, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		b, err := captures.Files.ReadFile(s.name)
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(b, s.data) {
			t.Errorf("%s is not what is composed; -update writes it anew", s.name)
		}
		r, err := capture.NewReader(bytes.NewReader(b), capture.Options{Name: s.name})
		if err != nil {
			t.Error(err)
			continue
		}
		for r.Next() {
		}
		if c := r.Sections()[0].Comment; c != s.about && !strings.HasPrefix(c, "made-up traffic") {
			t.Errorf("%s says of itself: %q", s.name, c)
		}
	}
	names = append(names, kept)
	if slices.Sort(names); !*update && !slices.Equal(names, captures.Names()) {
		t.Errorf("files %v, composed %v", captures.Names(), names)
	}
}

func samples(t *testing.T) []sample {
	t.Helper()
	all, err := composed()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What each sample must hold, and nothing the decoder finds wrong.
func TestSamples(t *testing.T) {
	want := map[string]struct {
		packets  int64
		problems int
		protocol decoder.Protocol
		queries  int64
	}{
		"ut2004-multi-packet.pcapng":   {10, 0, "unreal2", 10},
		"ut99-status-part-lost.pcapng": {7, 0, "gamespy1", 7},
		"ut3-challenge.pcapng":         {6, 0, "gamespy3", 6},
		"ugp-ipv6.pcapng":              {8, 0, "ugp", 8},
		"ut99-master-list.pcapng":      {18, 0, "unreal-master", 0},
		"lan-discovery.pcapng":         {16, 0, "unreal-lan", 14},
		"fragments.pcapng":             {19, 0, "gamespy3", 10},
		"vlan-and-cooked.pcapng":       {12, 0, "gamespy1", 12},
		"damaged.pcapng":               {7, 3, "unreal2", 7},
	}
	for _, s := range samples(t) {
		if len(s.data) > 200_000 {
			t.Errorf("%s has %d bytes", s.name, len(s.data))
		}
		r, err := capture.NewReader(bytes.NewReader(s.data), capture.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for r.Next() {
		}
		w, ok := want[s.name]
		if !ok {
			t.Errorf("%s is not expected", s.name)
		}
		if n := r.Stats().Packets; w.packets > 0 && n != w.packets || len(r.Problems()) != w.problems {
			t.Errorf("%s: %d packets, want %d; %v", s.name, n, w.packets, r.Problems())
		}
		if w.problems > 0 {
			continue
		}
		got, _, unsure := tally(t, s.data)
		if w.queries > 0 && got[w.protocol] != w.queries {
			t.Errorf("%s: %v, want %d of %v", s.name, got, w.queries, w.protocol)
		}
		for _, u := range unsure {
			t.Errorf("%s: %s", s.name, u)
		}
	}
}

// The list of the master is whole although its segments are not in order.
func TestMasterSample(t *testing.T) {
	for _, s := range samples(t) {
		if s.name != "ut99-master-list.pcapng" {
			continue
		}
		r, err := capture.NewReader(bytes.NewReader(s.data), capture.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var all []*flow.Conversation
		streams := flow.NewStreams(flow.StreamOptions{Done: func(c *flow.Conversation) { all = append(all, c) }})
		var d decoder.Decoder
		for r.Next() {
			d.Options.Link = r.Packet().Link
			streams.Add(r.Packet(), &d.Decode(r.Packet().Data).Frame)
		}
		streams.Flush()
		if len(all) != 1 || len(all[0].Turns) != 3 || all[0].Missing != 0 || all[0].Repeated != 1 || !all[0].Closed {
			t.Fatalf("%+v", all)
		}
		list := all[0].Turns[2].Data
		if bytes.Count(list, []byte(`\ip\`)) != 60 || !bytes.HasSuffix(list, []byte(`\final\`)) {
			t.Errorf("%q", list)
		}
	}
}

// Cut anywhere, a sample gives every packet that ends before the cut.
func TestSamplesCutAtEveryByte(t *testing.T) {
	for _, s := range samples(t) {
		type end struct{ at, packets int }
		whole, err := capture.NewReader(bytes.NewReader(s.data), capture.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var ends []end
		for whole.Next() {
			ends = append(ends, end{int(whole.Offset()), int(whole.Packet().Number)})
		}
		i := 0
		for n := range s.data {
			for i < len(ends) && ends[i].at <= n {
				i++
			}
			r, err := capture.NewReader(bytes.NewReader(s.data[:n]), capture.Options{})
			if err != nil {
				if n >= 28 {
					t.Fatalf("%s cut at %d: %v", s.name, n, err)
				}
				continue
			}
			got := 0
			for r.Next() {
				got++
			}
			if got < i || r.Err() != nil {
				t.Fatalf("%s cut at %d: %d packets of %d, %v", s.name, n, got, i, r.Err())
			}
		}
	}
}
