package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"fragscope/decoder"
	"fragscope/samples/captures"
)

// TestEmulateScripts runs fragscope emulate as a person would. Beside it the
// scripts have a command of their own:
//
//	ask ADDRESS PROTOCOL MESSAGE FILE
//
// sends a request, again until something comes back, and writes the datagrams
// that come as hex, or nothing when none does.
func TestEmulateScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/emulate", RequireUniqueNames: true, RequireExplicitExec: true, UpdateScripts: *update,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"ask": askCommand},
		Setup: func(e *testscript.Env) error {
			e.Setenv("NET", ownNet())
			for _, name := range []string{"ut2004-multi-packet.pcapng", "scan-with-other-traffic.pcapng"} {
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

func askCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 4 {
		ts.Fatalf("usage: ask ADDRESS PROTOCOL MESSAGE FILE")
	}
	protocol, _ := decoder.ProtocolByName(args[1])
	p, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: protocol, Message: args[2]})
	ts.Check(err)
	conn, err := net.Dial("udp", args[0])
	ts.Check(err)
	defer conn.Close()
	tries := 40
	if neg {
		tries = 5
	}
	var out bytes.Buffer
	buf := make([]byte, 1<<16)
	for begin := time.Now(); tries > 0 && out.Len() == 0; tries-- {
		conn.Write(p)
		for {
			conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
			n, err := conn.Read(buf)
			if errors.Is(err, syscall.ECONNREFUSED) && time.Since(begin) < 30*time.Second {
				tries++ // the emulator is still on its way
			}
			if err != nil {
				time.Sleep(20 * time.Millisecond)
				break
			}
			out.WriteString(hex.EncodeToString(buf[:n]) + "\n\n")
		}
	}
	if got := out.Len() > 0; got == neg {
		ts.Fatalf("an answer came: %v", got)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), out.Bytes(), 0o666))
}

// ownNet returns a loopback network of this process, so that tests that run
// beside it use other addresses: its first three bytes.
func ownNet() string {
	n := os.Getpid()
	return fmt.Sprintf("127.%d.%d", 128+n>>8&0x7f, n&0xff)
}

// TestEmulateEnds: the command ends when its context does and gives its
// sockets back.
func TestEmulateEnds(t *testing.T) {
	at := ownNet() + ".9:22000"
	for range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		root := rootCommand()
		r, w := io.Pipe()
		root.SetOut(w)
		root.SetArgs([]string{"emulate", "--game", "gtaconnected", "--listen", at, "--quiet"})
		listens := make(chan bool)
		go func() {
			found := false
			for lines := bufio.NewScanner(r); lines.Scan(); {
				if strings.Contains(lines.Text(), "udp "+at) {
					found = true
					cancel()
				}
			}
			listens <- found
		}()
		err := root.ExecuteContext(ctx)
		w.Close()
		if found := <-listens; err != nil || !found {
			t.Fatalf("printed that it listens: %v, error %v", found, err)
		}
	}
}
