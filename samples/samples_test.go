package samples

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/render"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what the decoder says now to the goldens")

func report(s Sample) *render.Report {
	var ms []*decoder.Message
	for _, p := range s.Datagrams() {
		ms = append(ms, decoder.Decode(p, decoder.Options{}))
	}
	return render.NewReport(ms)
}

// TestGolden compares what people and programs see of each sample with what
// they saw before.
func TestGolden(t *testing.T) {
	written := map[string]bool{}
	for _, s := range List() {
		t.Run(s.Name, func(t *testing.T) {
			r := report(s)
			golden(t, s.Name+".golden", render.Append(nil, render.Table, r, render.Options{}))
			golden(t, s.Name+".json", render.Append(nil, render.JSON, r, render.Options{}))
		})
		written[s.Name] = true
	}
	for _, pattern := range []string{"*.golden", "*.json"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if written[strings.TrimSuffix(f, filepath.Ext(f))] {
				continue
			}
			if !*update {
				t.Errorf("%s belongs to no sample", f)
			} else if err := os.Remove(f); err != nil {
				t.Error(err)
			}
		}
	}
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test ./samples -update writes it", err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (go test ./samples -update accepts this): want - got +\n%s", file, d)
	}
}

// TestForm holds the files to what the package says about them.
func TestForm(t *testing.T) {
	list := List()
	if len(list) < 40 {
		t.Errorf("%d samples, want at least 40", len(list))
	}
	for _, s := range list {
		if s.Description == "" {
			t.Errorf("%s does not say what it is", s.Name)
		}
		if len(s.Datagrams()) == 0 {
			t.Errorf("%s holds no datagram", s.Name)
		}
		for n, line := range strings.Split(s.Text, "\n") {
			digits, _, _ := strings.Cut(line, "#")
			if bad := strings.Trim(digits, "0123456789ABCDEFabcdef "); bad != "" {
				t.Errorf("%s, line %d: %q is no hex", s.Name, n+1, bad)
			}
			if count := len(strings.ReplaceAll(digits, " ", "")); count%2 != 0 {
				t.Errorf("%s, line %d: %d digits", s.Name, n+1, count)
			}
		}
	}
}

// TestReach checks that between them the samples hold every message that the
// decoder knows by name.
func TestReach(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range List() {
		datagrams := report(s).Datagrams
		for _, r := range decoder.Assemble(datagrams) {
			if r.Whole != nil { // what they have encrypted
				seen[r.Protocol.String()+": "+r.Whole.Info.Name] = true
			}
		}
		for _, m := range datagrams {
			seen[m.Protocol().String()+": "+m.Info.Name] = true
			// A frame may hold what only names itself: a later fragment.
			if m.Protocol() == decoder.Unknown && m.Frame.Link == decoder.LinkNone {
				t.Errorf("%s is of no known protocol", s.Name)
			}
		}
	}
	seen["unreal-master: heartbeat answer"] = true // five bytes that only their port tells from others
	for _, p := range decoder.Protocols() {
		for _, m := range decoder.Descriptor(p).Docs.Messages {
			// "request" and "reply" are what no source explains.
			if name := p.String() + ": " + m.Name; !seen[name] && m.Name != "request" && m.Name != "reply" {
				t.Errorf("no sample of %s", name)
			}
		}
	}
}

func TestGet(t *testing.T) {
	s, ok := Get("ut2004-info-reply")
	if !ok || len(s.Datagrams()) != 1 || len(s.Datagrams()[0]) != 94 {
		t.Errorf("ut2004-info-reply: %v %+v", ok, s)
	}
	if s, ok := Get("../samples"); ok {
		t.Errorf("got %+v", s)
	}
}
