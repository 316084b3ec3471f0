//go:build endtoend

package endtoend

import (
	"hash/fnv"
	"slices"
	"syscall"
	"testing"
	"time"
)

// startMost is how many times the work of hashing 64 MB, which takes a usual processor 60 ms, a start may take: about
// ten of them are usual.
const startMost = 24

// TestStart starts the program ten times. How long it takes until its window can be used depends on the machine, and
// on what else that does: the work of the processors is held against that of a computation in between.
func TestStart(t *testing.T) {
	screen := newScreen(t)
	home := t.TempDir()
	var took, worked, unit []time.Duration
	block := make([]byte, 1<<20)
	for range 10 {
		before := ownWork(t)
		h := fnv.New64a()
		for range 64 {
			_, _ = h.Write(block)
		}
		unit = append(unit, ownWork(t)-before)
		p := screen.start(home, "--view", "paste")
		took, worked = append(took, p.took), append(worked, p.worked)
		p.quit()
	}
	slices.Sort(took)
	slices.Sort(worked)
	slices.Sort(unit)
	t.Logf("to a window that can be used: %d ms, from %d to %d; the processors worked %d ms, %.1f times %d",
		took[5].Milliseconds(), took[0].Milliseconds(), took[9].Milliseconds(), worked[5].Milliseconds(),
		float64(worked[5])/float64(unit[5]), unit[5].Milliseconds())
	if worked[5] >= startMost*unit[5] {
		t.Errorf("a start takes %v of work, hashing 64 MB %v", worked[5], unit[5])
	}
}

// ownWork returns how long the processors have worked for the test itself.
func ownWork(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
