//go:build endtoend

package endtoend

import (
	"bufio"
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/desktop/shell"
)

// A screen is an X server without a monitor.
type screen struct {
	t       *testing.T
	display string
	more    []string // environment of the programs
	within  []string // command that the programs are arguments of
}

// newScreen starts Xvfb on a display that is free.
func newScreen(t *testing.T) *screen {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1400x900x24", "-nolisten", "tcp")
	x.ExtraFiles = []*os.File{w}
	if err := x.Start(); err != nil {
		t.Fatalf("Xvfb, which .ci/setup installs, does not start: %v", err)
	}
	t.Cleanup(func() {
		_ = x.Process.Kill()
		_ = x.Wait()
	})
	w.Close()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb names no display: %v", err)
	}
	return &screen{t: t, display: ":" + strings.TrimSpace(line)}
}

func (s *screen) env(more ...string) []string {
	return append(append(os.Environ(), "DISPLAY="+s.display, "FYNE_SCALE=1"), more...)
}

// xdo runs xdotool.
func (s *screen) xdo(args ...string) string {
	s.t.Helper()
	c := exec.Command("xdotool", args...)
	c.Env = s.env()
	out, err := c.CombinedOutput()
	if err != nil {
		s.t.Fatalf("xdotool %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// picture returns what the screen shows.
func (s *screen) picture() image.Image {
	s.t.Helper()
	c := exec.Command("import", "-window", "root", "png:-")
	c.Env = s.env()
	b, err := c.Output()
	if err != nil {
		s.t.Fatalf("import: %v", err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		s.t.Fatal(err)
	}
	return img
}

// A program is the desktop program, running.
type program struct {
	t      *testing.T
	screen *screen
	cmd    *exec.Cmd
	state  string
	window string
	log    *bytes.Buffer
	took   time.Duration // from its start until its window can be used
	worked time.Duration // of the processors until then
}

// start starts the program; home keeps its settings.
func (s *screen) start(home string, args ...string) *program {
	s.t.Helper()
	binary := os.Getenv("FRAGSCOPE_DESKTOP")
	if binary == "" {
		s.t.Fatal("FRAGSCOPE_DESKTOP does not name the program to test; .ci/desktop test does")
	}
	p := &program{t: s.t, screen: s, state: filepath.Join(s.t.TempDir(), "state.json"), log: &bytes.Buffer{}}
	command := append(slices.Clone(s.within), binary, "--state", p.state, "--home", home, "--broadcast", "127.255.255.255")
	command = append(command, args...)
	p.cmd = exec.Command(command[0], command[1:]...)
	p.cmd.Env = s.env(append(s.more, "HOME="+home)...)
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	began := time.Now()
	if err := p.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(p.stop)
	p.until("a window", func(shell.Snapshot) bool { return true })
	p.took, p.worked = time.Since(began), p.cpu()
	p.window = strings.Fields(s.xdo("search", "--sync", "--onlyvisible", "--pid", strconv.Itoa(p.cmd.Process.Pid)))[0]
	p.focus()
	return p
}

func (p *program) focus() { p.screen.xdo("windowfocus", "--sync", p.window) }

// stop ends the program at once.
func (p *program) stop() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	}
	if strings.Contains(p.log.String(), "panic:") || strings.Contains(p.log.String(), "fatal error:") {
		p.t.Errorf("the program crashed:\n%s", p.log)
	}
}

// quit ends the program as a person does.
func (p *program) quit() {
	p.t.Helper()
	p.key("ctrl+q")
	done := make(chan error, 1)
	go func() { done <- p.cmd.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			p.t.Errorf("the program ended with %v:\n%s", err, p.log)
		}
	case <-time.After(patience):
		p.t.Errorf("the program did not end:\n%s", p.log)
		_ = p.cmd.Process.Kill()
		<-done
	}
}

// look returns what the program says that it shows.
func (p *program) look() (s shell.Snapshot, ok bool) {
	b, err := os.ReadFile(p.state)
	return s, err == nil && json.Unmarshal(b, &s) == nil
}

// patience is how long a test waits for what a program shows.
const patience = time.Minute

// until waits until the window shows something.
func (p *program) until(what string, ok func(shell.Snapshot) bool) shell.Snapshot {
	p.t.Helper()
	var last shell.Snapshot
	for limit := time.Now().Add(patience); time.Now().Before(limit); time.Sleep(20 * time.Millisecond) {
		if s, read := p.look(); read {
			if last = s; ok(s) {
				return s
			}
		}
		if p.cmd.ProcessState != nil {
			break
		}
	}
	last.Places = nil
	b, _ := json.MarshalIndent(last, "", " ")
	p.keep("failed")
	p.t.Fatalf("%s: it did not come. The window shows:\n%s\n%s", what, b, p.log)
	return last
}

// key presses keys, such as "ctrl+n" and "Return".
func (p *program) key(keys ...string) {
	p.t.Helper()
	p.screen.xdo(append([]string{"key", "--clearmodifiers", "--delay", "30"}, keys...)...)
}

// typed types a text.
func (p *program) typed(text string) {
	p.t.Helper()
	p.screen.xdo("type", "--clearmodifiers", "--delay", "8", text)
}

// replace types a text in the place of what stands in a line.
func (p *program) replace(text string) {
	p.t.Helper()
	p.key("ctrl+a")
	p.typed(text)
}

// click clicks at one of the places of a snapshot.
func (p *program) click(s shell.Snapshot, place string) {
	p.t.Helper()
	at, ok := s.Places[place]
	if !ok {
		p.keep("failed")
		p.t.Fatalf("there is no %s in sight", place)
	}
	p.screen.xdo("mousemove", "--window", p.window, strconv.Itoa(at[0]), strconv.Itoa(at[1]), "sleep", "0.05", "click",
		"1")
}

// keep writes a picture of the screen into the folder that FRAGSCOPE_LOOK
// names, for people to look at.
func (p *program) keep(name string) {
	if dir := os.Getenv("FRAGSCOPE_LOOK"); dir != "" {
		time.Sleep(300 * time.Millisecond) // so that the last frame is drawn
		c := exec.Command("import", "-window", "root", filepath.Join(dir, "e2e-"+name+".png"))
		c.Env = p.screen.env()
		if out, err := c.CombinedOutput(); err != nil {
			p.t.Logf("%v\n%s", err, out)
		}
	}
}

// cpu returns how long the processors have worked for the program.
func (p *program) cpu() time.Duration {
	p.t.Helper()
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.cmd.Process.Pid), "stat"))
	if err != nil {
		p.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(b), ") ")
	sum := 0
	for _, f := range strings.Fields(rest)[11:13] { // utime and stime, in hundredths of a second
		n, err := strconv.Atoi(f)
		if err != nil {
			p.t.Fatal(err)
		}
		sum += n
	}
	return time.Duration(sum) * 10 * time.Millisecond
}

// memory returns how much memory the program has, in MB: all of it, and all but
// the shared libraries.
func (p *program) memory() (all, own int) {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.cmd.Process.Pid), "smaps"))
	if err != nil {
		p.t.Fatal(err)
	}
	library := false
	for line := range strings.Lines(string(b)) {
		f := strings.Fields(line)
		if len(f) > 4 && strings.Contains(f[0], "-") { // the head of a mapping
			library = len(f) > 5 && strings.Contains(f[5], ".so")
		}
		if len(f) == 3 && f[0] == "Rss:" {
			kb, err := strconv.Atoi(f[1])
			if err != nil {
				p.t.Fatal(err)
			}
			if all += kb; !library {
				own += kb
			}
		}
	}
	return all >> 10, own >> 10
}

// ground returns the colour that most pixels around a place have.
func ground(img image.Image, at [2]int) color.NRGBA {
	count := map[color.NRGBA]int{}
	var best color.NRGBA
	for y := at[1] - 6; y <= at[1]+6; y++ {
		for x := at[0] - 6; x <= at[0]+6; x++ {
			c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
			if count[c]++; count[c] > count[best] {
				best = c
			}
		}
	}
	return best
}

// Without a screen the program says so in a line.
func TestNoScreen(t *testing.T) {
	for _, display := range []string{"", ":4711"} {
		c := exec.Command(os.Getenv("FRAGSCOPE_DESKTOP"), "--home", t.TempDir())
		c.Env = append(os.Environ(), "DISPLAY="+display, "WAYLAND_DISPLAY=")
		out, err := c.CombinedOutput()
		if c.ProcessState == nil || c.ProcessState.ExitCode() != 1 || bytes.Count(out, []byte("\n")) != 1 ||
			!bytes.Contains(out, []byte("found no screen")) {
			t.Errorf("%q: %v\n%s", display, err, out)
		}
	}
}
