//go:build endtoend

package endtoend

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/desktop/shell"
	"fragscope/desktop/ui"
	"fragscope/samples/capgen"
)

// generated writes a capture of made-up traffic.
func generated(t *testing.T, c capgen.Config) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "generated.pcapng")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	if _, err := capgen.Write(w, c); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCapture works on a capture with the keyboard: opens an exchange, goes to
// its neighbour, looks at every tab, filters, and exports a page.
func TestCapture(t *testing.T) {
	p := newScreen(t).start(t.TempDir(),
		generated(t, capgen.Config{Datagrams: 5000, Seed: 1, Servers: 30, Gap: 1e9, Other: 0.05}))
	loaded := p.until("the capture", func(s shell.Snapshot) bool {
		return s.View == "captures" && s.Capture.Loaded && !s.Capture.Working
	})
	p.key("alt+3")
	p.until("the exchanges", func(s shell.Snapshot) bool { return s.Capture.Tab == 2 })
	p.keep("exchanges")
	p.key("Down", "Down", "Return")
	s := p.until("the second exchange", func(s shell.Snapshot) bool { return s.Capture.Opened == 1 })
	if s.Capture.Tab != 1 || !strings.HasPrefix(s.Capture.Banner, "Exchange 2 of ") || s.Shown.Datagrams < 1 ||
		s.Shown.Datagrams > 8 {
		t.Errorf("the exchange is shown as %+v", s.Capture)
	}
	p.key("ctrl+bracketright")
	p.until("the third exchange", func(s shell.Snapshot) bool { return s.Capture.Opened == 2 })
	p.keep("exchange")
	p.key("ctrl+bracketleft")
	p.until("the second again", func(s shell.Snapshot) bool { return s.Capture.Opened == 1 })
	for tab, name := range ui.CaptureTabs {
		name = strings.ToLower(name)
		p.key(fmt.Sprintf("alt+%d", tab+1))
		p.until("the tab of "+name, func(s shell.Snapshot) bool {
			return s.Capture.Tab == tab && (name != "timeline" || s.Capture.Events > 0) && (name != "overview" ||
				len(s.Capture.Tables) > 4)
		})
		if name == "servers" {
			p.key("Down")
		}
		p.keep("tab-" + name)
	}
	p.key("ctrl+shift+f")
	p.typed(`protocol == "gamespy1"`)
	p.key("Return")
	s = p.until("what the filter lets through", func(s shell.Snapshot) bool {
		return s.Capture.Filter != "" && !s.Capture.Working
	})
	if s.Capture.Shown == 0 || s.Capture.Shown >= s.Capture.Packets || s.Capture.Exchanges == 0 ||
		s.Capture.Exchanges >= loaded.Capture.Exchanges {
		t.Errorf("the filter shows %+v", s.Capture)
	}
	p.quit()
}

// largest is the longest payload of a UDP datagram over IPv4.
const largest = 65507

// large are the longest datagrams there are, as hex: one that nobody
// understands, one of thousands of short fields.
func large() map[string]string {
	r := rand.New(rand.NewPCG(1, 2))
	unknown := make([]byte, largest)
	for i := range unknown {
		unknown[i] = byte(r.Uint32())
	}
	var pairs strings.Builder
	for i := 0; pairs.Len() < largest; i++ {
		fmt.Fprintf(&pairs, `\k%d\%d`, i, i%7)
	}
	return map[string]string{"unknown": fmt.Sprintf("%x", unknown), "pairs": fmt.Sprintf("%x", pairs.String()[:largest])}
}

// frames reads what the program measured.
func (p *program) frames(path string) []shell.FrameTime {
	p.t.Helper()
	var list []shell.FrameTime
	for limit := time.Now().Add(2 * patience); time.Now().Before(limit); time.Sleep(100 * time.Millisecond) {
		if b, err := os.ReadFile(path); err == nil && json.Unmarshal(b, &list) == nil {
			return list
		}
	}
	p.t.Fatalf("the program measured no frames:\n%s", p.log)
	return nil
}

// frameMost is how many times the work of a frame in which nothing changed a frame of other rows may take: two to
// three of them are usual. One that worked through all rows would take hundreds.
const frameMost = 6

// judge holds the work for a frame in which rows are scrolled against that for the same window unchanged, of the
// whole program: how long a frame takes depends on the machine, which draws without graphics hardware here, and may
// be busy.
func judge(t *testing.T, what string, list []shell.FrameTime) {
	t.Helper()
	scrolled, empty, unchanged := 0, list[0], list[1]
	for _, f := range list {
		t.Logf("%-8s %-18s %3d frames: %6.2f ms (95 %%: %6.2f), %4.1f times an empty window; the thread that draws works "+
			"%5.2f ms, all threads %6.2f ms",
			what, f.What, f.Frames, f.Median, f.P95, f.Median/empty.Median, f.Thread, f.CPU)
		if f.Frames == 0 {
			t.Errorf("%s, %s: no frames", what, f.What)
		}
		if f.CPU <= 0 || f.CPU > frameMost*unchanged.CPU {
			t.Errorf("%s, %s: the program works %.2f ms for a frame, %.2f for one in which nothing changed", what, f.What,
				f.CPU, unchanged.CPU)
		}
		if strings.Contains(f.What, " by ") {
			scrolled++
		}
	}
	if scrolled < 2 {
		t.Errorf("%s: nothing was scrolled: %+v", what, list)
	}
}

// TestFrames scrolls through the longest datagrams there are.
func TestFrames(t *testing.T) {
	screen := newScreen(t)
	for name, hex := range large() {
		dir := t.TempDir()
		file, out := filepath.Join(dir, "large.hex"), filepath.Join(dir, "frames.json")
		if err := os.WriteFile(file, []byte(hex), 0o600); err != nil {
			t.Fatal(err)
		}
		p := screen.start(dir, "--frames", out, file)
		judge(t, name, p.frames(out))
		p.quit()
	}
}

// TestMillionPackets opens a capture of a million packets, looks at what memory
// that takes, and scrolls through them: the whole program has to stay below 250
// MB, with the libraries that draw without graphics hardware.
func TestMillionPackets(t *testing.T) {
	home := t.TempDir()
	out := filepath.Join(home, "frames.json")
	screen := newScreen(t)
	// as on a first start: what compiles shaders takes memory too
	screen.more = append(screen.more, "MESA_SHADER_CACHE_DISABLE=true")
	p := screen.start(home, "--frames", out, generated(t, capgen.Config{Datagrams: 1_000_000, Seed: 1, Other: 0.05}))
	var s shell.Snapshot
	for limit := time.Now().Add(3 * patience); time.Now().Before(limit); time.Sleep(500 * time.Millisecond) {
		if s, _ = p.look(); s.Capture.Loaded && !s.Capture.Working {
			break
		}
	}
	if !s.Capture.Loaded || s.Capture.Packets < 1_000_000 {
		t.Fatalf("the capture view shows %+v", s.Capture)
	}
	list := p.frames(out)
	all, own := p.memory()
	t.Logf("%d MB, of which %d MB are the program's own", all, own)
	if all >= 250 {
		t.Errorf("the program takes %d MB, %d MB of its own", all, own)
	}
	judge(t, "million", list)
	for tab, name := range ui.CaptureTabs {
		p.key(fmt.Sprintf("alt+%d", tab+1))
		p.until("a tab", func(s shell.Snapshot) bool {
			return s.Capture.Tab == tab && (name != "Timeline" || s.Capture.Events > 0) && (name != "Flows" ||
				s.Capture.Flows > 0)
		})
	}
	all, own = p.memory()
	t.Logf("%d MB after a look at everything, of which %d MB are the program's own", all, own)
	p.quit()
}
