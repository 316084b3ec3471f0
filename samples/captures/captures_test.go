package captures

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/capture/capgen"
)

var update = flag.Bool("update", false, "write the captures anew")

// kept is a capture that [capgen.Write] made with the kinds of other traffic
// that it had then. Tests, pictures and the warm-up of the page name its packets,
// so it stays as it is.
const kept = "scan-with-other-traffic.pcapng"

func TestFiles(t *testing.T) {
	all, err := capgen.Samples()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range all {
		names = append(names, s.Name)
		if *update {
			if err := os.WriteFile(s.Name, s.Data, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		b, err := Files.ReadFile(s.Name)
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(b, s.Data) {
			t.Errorf("%s is not what is composed; -update writes it anew", s.Name)
		}
		r, err := capture.NewReader(bytes.NewReader(b), capture.Options{Name: s.Name})
		if err != nil {
			t.Error(err)
			continue
		}
		for r.Next() {
		}
		if c := r.Sections()[0].Comment; c != s.Description && !strings.HasPrefix(c, "made-up traffic") {
			t.Errorf("%s says of itself: %q", s.Name, c)
		}
	}
	names = append(names, kept)
	if slices.Sort(names); !*update && !slices.Equal(names, Names()) {
		t.Errorf("files %v, composed %v", Names(), names)
	}
}

// Wireshark's programs read all but the damaged one.
func TestAccepted(t *testing.T) {
	if _, err := exec.LookPath("capinfos"); err != nil {
		t.Log("no capinfos at hand")
		return
	}
	for _, name := range Names() {
		out, err := exec.Command("capinfos", "-c", name).CombinedOutput()
		if (err != nil) != (name == "damaged.pcapng") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
