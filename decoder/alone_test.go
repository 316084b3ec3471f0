//go:build !js

package decoder_test

import (
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// aloneProgram is a program that links one protocol, %[1]s, and nothing of the
// root package. It decodes the datagrams that it reads, in hexadecimal digits.
const aloneProgram = `package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"

	"fragscope/decoder/protocol/%[1]s"
	"fragscope/decoder/wire"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		p, err := hex.DecodeString(in.Text()[1:])
		if err != nil {
			panic(err)
		}
		from := wire.Direction(in.Text()[0] - '0')
		m := %[1]s.Protocol.DecodeAs(p, wire.Options{Link: wire.LinkNone, Protocol: %[1]s.Protocol.ID, From: from})
		fmt.Println(m.Info.Protocol(), m.Info.Name)
		for i := range m.Fields {
			fmt.Println(m.Key(i), m.Fields[i].Def.Source, m.Text(i), m.Note(i))
		}
		for i := range m.Problems {
			fmt.Println(m.Problems[i].Info.Code, m.Problems[i].Info.Source)
		}
		var b wire.StatusBuilder
		if status := %[1]s.Protocol.Status; status != nil {
			status(&b, m)
		}
		fmt.Println(b.Name, b.Map, b.Rules, b.PlayerList)
	}
}
`

// TestProtocolsAlone: a protocol's package does in a program that links no other
// what it does beside all others.
func TestProtocolsAlone(t *testing.T) {
	for _, id := range decoder.Protocols() {
		row := decoder.Descriptor(id)
		name := filepath.Base(filepath.Dir(row.Docs.Spec))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "alone")
			if err := os.WriteFile(source, fmt.Appendf(nil, aloneProgram, name), 0o600); err != nil {
				t.Fatal(err)
			}
			if text, err := exec.Command("go", "build", "-o", program, source).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			var input, want strings.Builder
			for _, datagrams := range samplePackets(t) {
				for _, p := range datagrams {
					m := decoder.Decode(p, wire.Options{})
					if m.Protocol() != id || m.Payload > 0 || m.Info.Direction == wire.DirectionUnknown {
						continue
					}
					fmt.Fprintf(&input, "%d%s\n", m.Info.Direction, hex.EncodeToString(p))
					m = row.DecodeAs(p, wire.Options{Link: wire.LinkNone, Protocol: id, From: m.Info.Direction})
					fmt.Fprintln(&want, m.Info.Protocol(), m.Info.Name)
					for i := range m.Fields {
						fmt.Fprintln(&want, m.Key(i), m.Fields[i].Def.Source, m.Text(i), m.Note(i))
					}
					for i := range m.Problems {
						fmt.Fprintln(&want, m.Problems[i].Info.Code, m.Problems[i].Info.Source)
					}
					b := wire.StatusBuilder{}
					if row.Status != nil {
						row.Status(&b, m)
					}
					fmt.Fprintln(&want, b.Name, b.Map, b.Rules, b.PlayerList)
				}
			}
			if input.Len() == 0 {
				t.Fatal("no sample")
			}
			cmd := exec.Command(program)
			cmd.Stdin = strings.NewReader(input.String())
			got, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, got)
			}
			if d := cmp.Diff(want.String(), string(got)); d != "" {
				t.Error(d)
			}
			if strings.Contains(string(got), "\nkey ") {
				t.Error("a field has no whole key")
			}
		})
	}
}
