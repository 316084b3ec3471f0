package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"fragscope/analyzer/internal/cli"
	"fragscope/samples/captures"
)

var update = flag.Bool("update", false, "write the goldens anew")

// TestAnalyzeScripts runs fragscope analyze as a person would, on the sample
// captures.
func TestAnalyzeScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/analyze", RequireUniqueNames: true, RequireExplicitExec: true, UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			for _, name := range captures.Names() {
				data, err := captures.Files.ReadFile(name)
				if err != nil {
					return err
				}
				if err := os.WriteFile(filepath.Join(e.WorkDir, name), data, 0o666); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

// child makes this test the command when it is started by another.
const child = "FRAGSCOPE_TEST_CHILD"

func init() {
	if args := os.Getenv(child); args != "" {
		os.Args = append([]string{"fragscope"}, strings.Fields(args)...)
		os.Exit(run())
	}
}

// start starts the command; what it is given to read ends only when the
// caller closes it.
func start(t *testing.T, args string) (*exec.Cmd, io.WriteCloser, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Env = append(os.Environ(), child+"="+args)
	var out, errout bytes.Buffer
	c.Stdout, c.Stderr = &out, &errout
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	return c, in, &out, &errout
}

// waits reports whether a command has worked off all that came: all of its
// threads sleep, with input one of them in a read of standard input.
// known is false where the system does not say.
func waits(c *exec.Cmd, input bool) (idle, known bool) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", c.Process.Pid))
	idle = !input
	reads := fmt.Sprintf("%d 0x0 ", syscall.SYS_READ)
	for _, thread := range threads {
		stat, err := os.ReadFile(filepath.Join(thread, "stat"))
		if err != nil {
			continue // it ended meanwhile
		}
		_, state, _ := strings.Cut(string(stat), ") ")
		if !strings.HasPrefix(state, "S") {
			return false, true
		}
		call, err := os.ReadFile(filepath.Join(thread, "syscall"))
		if err != nil {
			return false, !os.IsPermission(err) && !os.IsNotExist(err)
		}
		idle = idle || strings.HasPrefix(string(call), reads)
	}
	return idle, len(threads) > 0
}

// interrupt sends SIGINT to a command that has read what came so far and waits
// for more, of standard input when its last argument is -.
func interrupt(t *testing.T, c *exec.Cmd) {
	t.Helper()
	input := strings.HasSuffix(c.Env[len(c.Env)-1], " -")
	for seen := 0; seen < 3; time.Sleep(20 * time.Millisecond) {
		idle, known := waits(c, input)
		if !known {
			time.Sleep(3 * time.Second)
			break
		}
		if seen++; !idle {
			seen = 0
		}
	}
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
}

// TestInterrupted presses Ctrl-C while the command waits for more of a capture:
// what was found so far is written, and the status says what happened.
func TestInterrupted(t *testing.T) {
	data, err := captures.Files.ReadFile("ut2004-multi-packet.pcapng")
	if err != nil {
		t.Fatal(err)
	}
	saved := filepath.Join(t.TempDir(), "exchanges.ndjson")
	for _, test := range []struct{ args, want string }{
		{"analyze -", "Reading was stopped; this is what was found until then."},
		{"analyze --format ndjson -", `"message":"server info request"`},
		{"analyze --format ndjson --output " + saved + " -", ""},
		{"analyze --format pcapng -", "unreal2 server info reply"},
	} {
		t.Run(test.args, func(t *testing.T) {
			c, in, out, errout := start(t, test.args)
			if _, err := in.Write(data); err != nil {
				t.Fatal(err)
			}
			interrupt(t, c)
			c.Wait()
			if status := c.ProcessState.ExitCode(); status != cli.ExitInterrupted ||
				!strings.Contains(out.String(), test.want) ||
				errout.Len() > 0 {
				t.Errorf("exit status %d, standard output %q, standard error %q", status, out, errout)
			}
		})
	}
	if got, err := os.ReadFile(saved); err != nil || !bytes.Contains(got, []byte(`"outcome":"answered"`)) {
		t.Errorf("the file holds %q, %v", got, err)
	}
}

// TestInterruptedBeforeAnything presses Ctrl-C before a single byte came.
func TestInterruptedBeforeAnything(t *testing.T) {
	c, _, out, _ := start(t, "analyze -")
	interrupt(t, c)
	c.Wait()
	if status := c.ProcessState.ExitCode(); status != cli.ExitInterrupted || out.Len() > 0 {
		t.Errorf("exit status %d, standard output %q", status, out)
	}
}
