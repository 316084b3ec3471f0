package atomicfile

import (
	"os"
	"testing"
)

// What is no ordinary file is written in place, with and without replace.
func TestDevices(t *testing.T) {
	d := newFolder(t)
	for _, replace := range []bool{false, true} {
		if err := d.write("/dev/null", "text", replace); err != nil {
			t.Error(err)
		}
		err := d.write("/dev/full", "text", replace)
		if want := "cannot write /dev/full: no space left on device"; err == nil || err.Error() != want {
			t.Errorf("got %v, expected %s", err, want)
		}
	}
	if info, err := os.Stat("/dev/null"); err != nil || info.Mode().IsRegular() {
		t.Fatalf("/dev/null is not there any more: %v, %v", info, err)
	}
}
