package analyzer_test

import (
	"bytes"
	"context"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
	"fragscope/samples/capgen"
)

// A filter holds for conversations with masters over TCP as it does for
// datagrams.
func TestFilterOfStreams(t *testing.T) {
	var b bytes.Buffer
	truth, err := capgen.Write(&b, capgen.Config{Datagrams: 600, Seed: 3, Masters: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	analyze := func(source string) *report.Report {
		opts := record.Options{Workers: 1}
		if source != "" {
			f, err := filter.Compile(source)
			if err != nil {
				t.Fatal(err)
			}
			opts.Keep = func() func(*decoder.Message, *record.Packet) bool { return f.Matcher(context.Background()).Match }
		}
		src, err := capture.NewReader(bytes.NewReader(b.Bytes()), capture.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := scan.Read(context.Background(), "a", src, scan.Options{Analyzer: opts})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	all := analyze("")
	if int64(len(all.Streams)) != truth.Conversations || truth.Conversations < 5 {
		t.Fatalf("%d conversations of %d", len(all.Streams), truth.Conversations)
	}
	for source, want := range map[string]int{
		`protocol == "ugp"`:       0,
		`host("192.0.2.250")`:     0,
		`host("203.0.113.6")`:     len(all.Streams),
		`srcport == 28902`:        -1,
		`bytes("5c 66 69 6e 61")`: -1,
		`time < 1000`:             0,
	} {
		r := analyze(source)
		if n := len(r.Streams); n != want && (want >= 0 || n == 0 || n >= len(all.Streams)) {
			t.Errorf("%s: %d of %d conversations count", source, n, len(all.Streams))
		}
		for k := range r.Messages {
			if want == 0 && k.Protocol == "unreal-master" {
				t.Errorf("%s: messages %v", source, r.Messages)
			}
		}
		if want == 0 && r.Other["left out by the filter"].Packets == 0 {
			t.Errorf("%s: nothing is said to be left out", source)
		}
		if all.Packets != r.Packets {
			t.Errorf("%s: %d packets of %d", source, r.Packets, all.Packets)
		}
	}
}
