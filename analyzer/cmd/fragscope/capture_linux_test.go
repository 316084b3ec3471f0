package main

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// inNamespace says to a test that it runs in a network namespace of its own.
const inNamespace = "FRAGSCOPE_TEST_IN_NAMESPACE"

// TestCaptureScripts runs fragscope capture as a person would, in a network
// namespace that nothing else uses. Beside it the scripts have commands of their
// own:
//
//	await FILE [SIZE]       waits until the file is there, with so many bytes
//	flood ADDRESS COUNT     sends so many datagrams of 1,000 bytes
//	unprivileged FILE ARGS  runs the command as a user who may nothing, and
//	                        writes its exit status and what it says to FILE
func TestCaptureScripts(t *testing.T) {
	if os.Getenv(inNamespace) == "" {
		c := exec.Command(os.Args[0], "-test.run=^TestCaptureScripts$", "-test.v", "-test.parallel=1")
		c.Env = append(os.Environ(), inNamespace+"=1")
		c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
		var out bytes.Buffer
		c.Stdout, c.Stderr = &out, &out
		if err := c.Start(); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal("no network namespace can be made: ", err)
			}
			t.Skip("no network namespace can be made: ", err) // this user may not
		}
		err := c.Wait()
		t.Log(out.String())
		if err != nil {
			t.Error(err)
		}
		return
	}
	if out, err := exec.Command("ip", "link", "set", "lo", "up").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/capture", RequireUniqueNames: true, RequireExplicitExec: true, UpdateScripts: *update,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"await": await, "flood": flood,
			"unprivileged": unprivileged},
	})
}

func await(ts *testscript.TestScript, _ bool, args []string) {
	size := int64(1)
	if len(args) > 1 {
		n, err := strconv.ParseInt(args[1], 10, 64)
		ts.Check(err)
		size = n
	}
	for range 2000 {
		if info, err := os.Stat(ts.MkAbs(args[0])); err == nil && info.Size() >= size {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s does not come", args[0])
}

func flood(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	to, err := net.ResolveUDPAddr("udp", args[0])
	ts.Check(err)
	from, err := net.ListenUDP("udp", to) // to itself: else ICMP says that nobody is there
	ts.Check(err)
	defer from.Close()
	for range n {
		_, err := from.WriteTo(make([]byte, 1000), to)
		ts.Check(err)
	}
}

func unprivileged(ts *testscript.TestScript, _ bool, args []string) {
	self, err := os.Executable()
	ts.Check(err)
	program, err := os.ReadFile(self)
	ts.Check(err)
	dir, err := os.MkdirTemp("", "fragscope")
	ts.Check(err)
	defer os.RemoveAll(dir)
	ts.Check(os.Chmod(dir, 0o755))
	path := filepath.Join(dir, "fragscope")
	ts.Check(os.WriteFile(path, program, 0o755))
	c := exec.Command(path, args[1:]...)
	c.Dir = dir
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, _ := c.CombinedOutput()
	text := strings.ReplaceAll(string(out), dir, "")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), append([]byte(c.ProcessState.String()+"\n"), text...), 0o666))
}
