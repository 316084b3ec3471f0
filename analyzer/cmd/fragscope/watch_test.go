package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/analyzer/emulator"
	"fragscope/decoder"
)

// watchFor is how long TestWatchIsLevel watches: 20m before a release.
var watchFor = flag.Duration("watchfor", 8*time.Second, "how long TestWatchIsLevel watches")

// A countingWriter counts what is printed and looks for what a terminal would obey.
type countingWriter struct {
	mu     sync.Mutex
	bytes  int
	rounds int
	odd    []byte // the first output with a control character
	owned  int    // 1 when the text of a hostile server is in it
}

func (w *countingWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bytes += len(p)
	w.rounds++
	if bytes.Contains(p, []byte("owned")) {
		w.owned = 1
	}
	if w.odd == nil && obeyed(p) {
		w.odd = slices.Clone(p)
	}
	return len(p), nil
}

// count returns how often something was printed.
func (w *countingWriter) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.rounds
}

// obeyed reports whether p has characters that a terminal obeys instead of
// showing them, beside the end of a line.
func obeyed(p []byte) bool {
	return bytes.ContainsFunc(p, func(r rune) bool {
		return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r == 0x202e || r == 0x2066
	})
}

// A level is what a process holds at one time.
type level struct{ goroutines, files, kilobytes int }

func levelNow() level {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	files, _ := os.ReadDir("/proc/self/fd")
	return level{runtime.NumGoroutine(), len(files), int(m.HeapAlloc / 1000)}
}

// median returns the median of each number on its own.
func median(all []level) level {
	of := func(get func(level) int) int {
		var list []int
		for _, l := range all {
			list = append(list, get(l))
		}
		slices.Sort(list)
		return list[len(list)/2]
	}
	return level{of(func(l level) int { return l.goroutines }), of(func(l level) int { return l.files }),
		of(func(l level) int { return l.kilobytes })}
}

// TestWatchIsLevel watches servers on which things go wrong: goroutines, open
// files and memory stay level. -watchfor 20m is the long form, with 500 servers.
func TestWatchIsLevel(t *testing.T) {
	if runtime.GOOS == "linux" && levelNow().files == 0 { // elsewhere they are not counted
		t.Fatal("the open files cannot be counted")
	}
	faults := []string{
		"", "loss=20%", "delay=20ms~20ms", "duplicate=50%", "reorder=50%", "wrong-id=50%", "truncate=30%", "garbage=30%",
		"wrong-port=50%",
		"loss=100%", "silence=50%", "late=50%", "wrong-order=50%", "wrong-address=30%", "huge=10%",
		"endless-zeros=20%:1000000",
	}
	plans := []decoder.Protocol{"unreal2", "gamespy1", "gamespy2", "gamespy3", "ugp"}
	args := []string{"query", "--watch", "500ms", "--timeout", "150ms", "--idle", "80ms", "--retries", "1"}
	servers := 500
	if *watchFor < time.Minute {
		servers = 50
	}
	for i := range servers {
		f, err := emulator.ParseFaults(faults[i%len(faults)])
		if err != nil {
			t.Fatal(err)
		}
		p := plans[i%len(plans)]
		g := decoder.GameOf(p, nil)
		life := emulator.NewLife(g, g.GamePort, uint64(i))
		s, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{
			Source: emulator.FromStatusFunc([]decoder.Protocol{p}, life.Status), Game: g, Faults: f, Seed: uint64(i),
		})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		args = append(args, s.Addr().String())
	}
	// On a busy machine it takes longer until there is something to compare.
	ctx, cancel := context.WithTimeout(t.Context(), *watchFor+2*time.Minute)
	defer cancel()
	enough := time.After(*watchFor)
	out := &countingWriter{}
	root := rootCommand()
	root.SetOut(out)
	root.SetErr(out)
	root.SetArgs(args)
	var levels []level
	over := false
	var sampling sync.WaitGroup
	sampling.Go(func() {
		tick := time.NewTicker(max(*watchFor/40, 200*time.Millisecond))
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				levels = append(levels, levelNow())
				select {
				case <-enough:
					over = true
				default:
				}
				if over && len(levels) >= 16 && out.count() >= 4 {
					cancel()
				}
			}
		}
	})
	err := root.ExecuteContext(ctx)
	cancel()
	sampling.Wait()
	if err != nil && !strings.HasPrefix(err.Error(), "exit status") {
		t.Fatal(err)
	}
	if out.rounds < 4 || len(levels) < 16 {
		t.Fatalf("only %d rounds and %d samples", out.rounds, len(levels))
	}
	if out.odd != nil {
		t.Errorf("a control character is printed: %q", out.odd[:min(len(out.odd), 500)])
	}
	// The first quarter warms up: sockets are opened, buffers grow.
	n := len(levels) / 4
	early, late := median(levels[n:2*n]), median(levels[len(levels)-n:])
	text := fmt.Sprintf("%d rounds in %v; goroutines, files, kB: %v, at the end %v", out.rounds, *watchFor, early, late)
	t.Log(text)
	if late.goroutines > early.goroutines*5/4+50 || late.files > early.files+8 || late.kilobytes > early.kilobytes*5/4+
		8000 {
		t.Error("it grows: " + text)
	}
}
