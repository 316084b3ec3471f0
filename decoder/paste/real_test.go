package paste

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// debianPackages says where the programs come from.
var debianPackages = map[string]string{
	"xxd": "xxd", "hexdump": "bsdextrautils", "od": "coreutils", "base64": "coreutils",
	"tcpdump": "tcpdump", "tshark": "tshark", "text2pcap": "tshark",
}

// program runs a real program and gives what it prints.
func program(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s is not installed: apt-get install %s", name, debianPackages[name])
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, errs.Bytes())
	}
	return out
}

// draw makes bytes of the kinds that make dumps hard to read.
func draw(r *rand.Rand) []byte {
	b := make([]byte, 1+r.IntN(600))
	kind := r.IntN(5)
	for i := range b {
		switch kind {
		case 0:
			b[i] = byte(r.Uint32())
		case 1:
			b[i] = "0123456789abcdefABCDEF"[r.IntN(22)]
		case 2:
			b[i] = byte(0x20 + r.IntN(95))
		case 3:
			if i%100 > 60 {
				b[i] = byte(r.Uint32())
			}
		case 4:
			b[i] = " \\\"'#*|<>./x0:`$%\n\t"[r.IntN(19)]
		}
	}
	return b
}

// TestRealDumps is parse(dump(b)) == b with the real programs.
func TestRealDumps(t *testing.T) {
	commands := []string{
		"xxd", "xxd -u", "xxd -a", "xxd -b", "xxd -p", "xxd -i", "xxd -e", "xxd -e -g 2", "xxd -e -g 8", "xxd -e -c 12",
		"xxd -c 1", "xxd -c 5", "xxd -c 10", "xxd -c 32", "xxd -c 7 -g 3", "xxd -g 1", "xxd -g 4", "xxd -g 8", "xxd -g 0",
		"xxd -p -c 19",
		"hexdump", "hexdump -v", "hexdump -C", "hexdump -C -v", "hexdump -x", "hexdump -b", "hexdump -c", "hexdump -o",
		"hexdump -d",
		"od", "od -v", "od -tx1", "od -tx2", "od -tx4", "od -tx8", "od -tc", "od -c", "od -b", "od -tu1", "od -tu2",
		"od -w8 -tx1",
		"od -An -v -tx1", "od -Ax -tx1", "od -Ax -tx2", "od -Ax -tc", "od -Ad -tx1", "od -Ad", "od -Ad -tc", "od -Ax -tx4",
		"od -Ax -tx1z -v", "od -tx2z",
		"base64", "base64 -w 60", "base64 -w 0",
	}
	r := rand.New(rand.NewPCG(1, 2))
	file := filepath.Join(t.TempDir(), "packet")
	for round := 0; round < 6; round++ {
		b := draw(r)
		if round == 0 {
			b = make([]byte, 100) // zeros, so that * occurs
		}
		if err := os.WriteFile(file, b, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, command := range commands {
			parts := strings.Fields(command)
			text := program(t, parts[0], append(parts[1:], file)...)
			res, err := Parse(text, Options{})
			if err != nil {
				t.Fatalf("%s: %v\n%s", command, err, text)
			}
			if ambiguous(command, text, res) {
				continue
			}
			if len(res.Datagrams) != 1 || !bytes.Equal(res.Datagrams[0].Data, b) {
				t.Errorf("%s, read as %s (%s):\n%x, want\n%x from\n%s", command, res.Format, res.Why, res.Datagrams[0].Data, b,
					text)
			}
			for _, n := range res.Notes {
				if !strings.HasPrefix(n.Text, "* stands for") {
					t.Errorf("%s: note %+v about\n%s", command, n, text)
				}
			}
		}
	}
}

// ambiguous reports texts that two programs write for different bytes: xxd -e when the ASCII column cannot tell the
// order, a dump of equal lines in which * hides whether offsets are octal, and base64 that is hex digits.
func ambiguous(command string, text []byte, res *Result) bool {
	if strings.Contains(command, "-e") && res.Format == XXD {
		return true
	}
	if strings.HasPrefix(command, "base64") && res.Format == PlainHex {
		return true
	}
	return bytes.Contains(text, []byte("\n*\n")) && bytes.Equal(Dump(nil, res.Format, res.Datagrams[0].Data), text) &&
		!strings.HasPrefix(command, res.Format.String())
}

// TestRealCaptures makes captures with text2pcap out of od's dumps and reads what tcpdump and tshark print of them.
func TestRealCaptures(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	dir := t.TempDir()
	packet, dump, pcap := filepath.Join(dir, "packet"), filepath.Join(dir, "dump"), filepath.Join(dir, "pcap")
	for round := 0; round < 2; round++ {
		var want [][]byte
		var dumps []byte
		for n := 0; n < 3; n++ {
			b := draw(r)
			if len(b) < 18 { // text2pcap fills an Ethernet frame up to 60 bytes
				b = append(b, make([]byte, 18)...)
			}
			if len(b)%16 == 0 {
				b = append(b, 0x80) // follow stream shows the end of a packet only by a short line
			}
			want = append(want, b)
			if err := os.WriteFile(packet, b, 0o666); err != nil {
				t.Fatal(err)
			}
			dumps = append(dumps, program(t, "od", "-Ax", "-tx1", "-v", packet)...)
		}
		if err := os.WriteFile(dump, dumps, 0o666); err != nil {
			t.Fatal(err)
		}
		program(t, "text2pcap", "-q", "-u", "7778,5000", "-4", "192.0.2.1,192.0.2.2", dump, pcap)
		commands := []string{
			"tcpdump -n -x -r", "tcpdump -n -xx -r", "tcpdump -n -X -r", "tcpdump -n -XX -r", "tcpdump -n -v -tttt -X -r",
			"tcpdump -t -n -e -x -r",
			"tshark -n -x -r", "tshark -n -P -x -r", "tshark -n -V -x -r", "tshark -n -x --hexdump delimit -r",
			"tshark -n -x --hexdump noascii -r",
			"tshark -n -q -z follow,udp,hex,0 -r", "tshark -n -q -z follow,udp,raw,0 -r",
			"tshark -n -T fields -e udp.payload -r",
		}
		for _, command := range commands {
			parts := append(strings.Fields(command), pcap)
			text := program(t, parts[0], parts[1:]...)
			if strings.Contains(command, "fields") {
				text = bytes.ReplaceAll(text, []byte("\n"), []byte("\n\n"))
			}
			res, err := Parse(text, Options{})
			if err != nil {
				t.Fatalf("%s: %v\n%s", command, err, text)
			}
			if len(res.Datagrams) != len(want) {
				t.Fatalf("%s, read as %s (%s): %d datagrams, want %d\n%s", command, res.Format, res.Why, len(res.Datagrams),
					len(want), text)
			}
			for i, d := range res.Datagrams {
				if headers := len(d.Data) - len(want[i]); !bytes.HasSuffix(d.Data, want[i]) || headers != 0 && headers != 28 &&
					headers != 42 {
					t.Errorf("%s, read as %s: datagram %d\n%x, want\n%x from\n%s", command, res.Format, i, d.Data, want[i], text)
				}
			}
			for _, n := range res.Notes {
				t.Errorf("%s: note %+v about\n%s", command, n, text)
			}
		}
	}
}
