package scan

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/samples/capgen"
)

// generate writes a capture and returns its path and what it holds.
func generate(t testing.TB, dir, name string, c capgen.Config) (string, capgen.Truth) {
	t.Helper()
	path := filepath.Join(dir, name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	truth, err := capgen.Write(f, c)
	if err != nil {
		t.Fatal(err)
	}
	return path, truth
}

// What the generator wrote is what the analyzer finds.
func TestTruth(t *testing.T) {
	for name, c := range map[string]capgen.Config{
		"mixed":    {Datagrams: 20_000, Seed: 1, Other: 0.2, Reflected: 50},
		"families": {Datagrams: 20_000, Seed: 2, Families: 0.8, Reflected: 50},
	} {
		t.Run(name, func(t *testing.T) { holdsTruth(t, c) })
	}
}

func holdsTruth(t *testing.T, c capgen.Config) {
	path, truth := generate(t, t.TempDir(), "truth.pcapng", c)
	r, err := Files(context.Background(), []string{path}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var requests, replies, reordered int64
	datagrams := map[decoder.Protocol]int64{}
	for k, c := range r.Messages {
		datagrams[k.Protocol] += c.Packets
	}
	copies := r.Copies.Packets
	for p, n := range truth.Protocols {
		if p == decoder.Unknown {
			continue
		}
		copies -= n - datagrams[p]
		if datagrams[p] > n || datagrams[p] < n-truth.Duplicates {
			t.Errorf("%s: %d datagrams, want %d", p, datagrams[p], n)
		}
	}
	if copies != 0 {
		t.Errorf("%d copies, %d too many", r.Copies.Packets, copies)
	}
	for _, totals := range r.Protocols {
		requests += totals.Requests
		replies += totals.Replies
		reordered += totals.Reordered
	}
	// A question asked again before the first was given up counts as a retry,
	// and a broadcast as one question for each server that answers: the
	// generator's own counts differ by that.
	near := func(what string, got, want int64) {
		t.Helper()
		if got < want*98/100 || got > want*102/100 {
			t.Errorf("%d %s, want about %d", got, what, want)
		}
	}
	near("requests", requests, truth.Requests)
	near("replies", replies, truth.Replies+truth.Reflected)
	if reordered > truth.Reordered {
		t.Errorf("%d reordered, want %d", reordered, truth.Reordered)
	}
	if len(r.Reflections) != 1 || r.Reflections[0].Replies != truth.Reflected {
		t.Errorf("reflections %+v", r.Reflections)
	}
	if int64(len(r.Streams)) != truth.Conversations {
		t.Errorf("%d conversations, want %d", len(r.Streams), truth.Conversations)
	}
	if r.Packets != truth.Packets || r.Bytes != truth.Bytes || r.First != truth.Start || r.Last != truth.End {
		t.Errorf("%d packets of %d bytes from %d to %d, want %+v", r.Packets, r.Bytes, r.First, r.Last, truth)
	}
}

// Other traffic yields nothing: no exchange, no server, only its count.
func TestOtherTraffic(t *testing.T) {
	var other, packets int64
	path, _ := generate(t, t.TempDir(), "other.pcapng", capgen.Config{Datagrams: 50_000, Seed: 3, Other: 1, Masters: -1})
	r, err := Files(context.Background(), []string{path}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Other {
		other += c.Packets
	}
	packets = r.Packets
	named := int64(0) // TeamSpeak is named, and is no query
	for m, n := range r.Messages {
		if m.Protocol == "teamspeak" {
			named += n.Packets
		}
	}
	if r.Game != named {
		t.Errorf("%d of %d packets taken for queries: %v", r.Game-named, packets, r.Messages)
	}
	for a, s := range r.Servers {
		if !slices.Equal(s.Protocols, []decoder.Protocol{"teamspeak"}) {
			t.Errorf("%v is taken for a server", a)
		}
	}
	if other < packets*9/10 {
		t.Errorf("%d of %d packets are said to be something", other, packets)
	}
}

// Parts of a capture in several files, read in any order and side by side, add
// up to what they say one by one.
func TestManyFiles(t *testing.T) {
	dir := t.TempDir()
	a, _ := generate(t, dir, "a.pcapng", capgen.Config{Datagrams: 3000, Seed: 5})
	b, _ := generate(t, dir, "b.pcap", capgen.Config{Datagrams: 4000, Seed: 6, Pcap: true})
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("no capture"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	one, err := Files(ctx, []string{a, b}, Options{Parallel: 1})
	if err != nil {
		t.Fatal(err)
	}
	two, err := Files(ctx, []string{b, a}, Options{Parallel: 2})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(one, two) {
		t.Error("the order of the files changes the report")
	}
	folder, err := Files(ctx, []string{dir}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if folder.Packets != one.Packets || len(folder.Files) != 2 {
		t.Errorf("the folder has %d packets in %d files, want %d in 2", folder.Packets, len(folder.Files), one.Packets)
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.txt")
	if err := os.WriteFile(text, []byte("80 00 00 00 00"), 0o600); err != nil {
		t.Fatal(err)
	}
	good, _ := generate(t, dir, "good.pcapng", capgen.Config{Datagrams: 500, Seed: 7})
	r, err := Files(context.Background(), []string{text, good, filepath.Join(dir, "missing")}, Options{})
	if err == nil || !strings.Contains(err.Error(), "text.txt") || !strings.Contains(err.Error(), "missing") {
		t.Errorf("error %v", err)
	}
	if r == nil || r.Packets < 500 {
		t.Error("the good file was not read")
	}
}

// Stopping gives what was found until then.
func TestStopped(t *testing.T) {
	path, _ := generate(t, t.TempDir(), "long.pcapng", capgen.Config{Datagrams: 100_000, Seed: 8})
	ctx, cancel := context.WithCancel(context.Background())
	p := &Progress{}
	opts := Options{Progress: p, Exchanges: func(string, []*report.Exchange) { cancel() }}
	r, err := Files(ctx, []string{path}, opts)
	if err == nil || r == nil || r.Packets == 0 || r.Packets > 99_000 || !r.Files[0].Stopped {
		t.Errorf("error %v, %d packets", err, r.Packets)
	}
}

// Standard input and a filter.
func TestStdinAndFilter(t *testing.T) {
	var buf bytes.Buffer
	if _, err := capgen.Write(&buf, capgen.Config{Datagrams: 2000, Seed: 9}); err != nil {
		t.Fatal(err)
	}
	only := func() func(*decoder.Message, *record.Packet) bool {
		return func(m *decoder.Message, _ *record.Packet) bool { return m.Protocol() == "ugp" }
	}
	r, err := Files(context.Background(), []string{"-"}, Options{Stdin: &buf, Analyzer: record.Options{Keep: only}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Protocols) != 1 || r.Protocols["ugp"] == nil {
		t.Errorf("protocols %v", r.Protocols)
	}
}
