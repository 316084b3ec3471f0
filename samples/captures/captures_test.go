package captures

import (
	"os/exec"
	"testing"
)

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
