// Makecorpus writes testdata/corpus: what real programs print for a handful of
// datagrams.
//
//	go run ./decoder/paste/testdata/makecorpus [-only PREFIX] [-new] [TABLE...]
//
// Each *.txtar beside it is a table of pastes, and becomes a file of the corpus. A
// row is a script of bash. It runs in a folder of its own that holds every datagram
// under its name, the one that the row is run on as packet (and as packet.hex), and
// capture.pcap; $REPO is the repository. What it prints is the paste. Before the script are
//
//	from:  the Debian package or the program that prints; its version goes into the
//	       corpus. Or "documented:" and where the form is described, if the program
//	       cannot be had: then documented.go writes it.
//	write: which writer of documented.go
//	around: which change of around.go is made to the pastes that on names
//	on:    the datagrams, a paste each; "-" for one paste of several datagrams
//	want:  what the paste holds, where that is not the datagram: parts of bytes that
//	       are joined with +, each a name or hex; > and < before them is the direction,
//	       name[:50] are its first 50 bytes, ... behind it: the paste says that it is cut
//
// What is already in the corpus is kept where a program is missing or fails, so that
// nobody needs all of them. With the same versions only times and process ids change.
// Databases are started and processes traced: it takes root in a throwaway Debian 12.
package main

import (
	"bytes"
	"encoding/hex"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"
	"github.com/rogpeppe/go-internal/txtar"

	"fragscope/decoder/paste"
)

const folder = "decoder/paste/testdata/"

// repository is the folder of the repository, as the scripts see it.
var repository, _ = os.Getwd()

// fresh leaves what the corpus has as it is.
var fresh bool

// datagrams are what the programs are run on.
var datagrams = map[string][]byte{}

func main() {
	log.SetFlags(0)
	only := flag.String("only", "", "make only the pastes whose `name` begins so")
	flag.BoolVar(&fresh, "new", false, "make only the pastes that the corpus lacks")
	flag.Parse()
	if err := readDatagrams(); err != nil {
		log.Fatal(err)
	}
	tables, err := filepath.Glob(folder + "makecorpus/*.txtar")
	if err != nil || len(tables) == 0 {
		log.Fatal("run it at the top of the repository")
	}
	for _, table := range tables {
		if name := strings.TrimSuffix(filepath.Base(table), ".txtar"); flag.NArg() > 0 && !slices.Contains(flag.Args(),
			name) {
			continue
		}
		if err := makeFile(table, *only); err != nil {
			log.Fatal(err)
		}
	}
}

// readDatagrams reads what the corpus calls a name: a sample, or bytes that make dumps hard to read.
func readDatagrams() error {
	text, err := os.ReadFile(folder + "corpus/datagrams.txt")
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		name, digits, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "#" || name == "" {
			continue
		}
		if datagrams[name], err = hex.DecodeString(digits); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		sample, err := os.ReadFile("samples/" + name + ".hex")
		if err != nil {
			continue
		}
		res, err := paste.Parse(sample, paste.Options{})
		if err != nil || !bytes.Equal(res.Datagrams[0].Data, datagrams[name]) {
			return fmt.Errorf("%s is not the sample: %v", name, err)
		}
	}
	return nil
}

// makeFile runs the rows of a table.
func makeFile(table, only string) error {
	rows, err := txtar.ParseFile(table)
	if err != nil {
		return err
	}
	path := folder + "corpus/" + filepath.Base(table)
	kept := map[string][]byte{}
	if old, err := txtar.ParseFile(path); err == nil {
		for _, f := range old.Files {
			kept[f.Name] = f.Data
		}
	}
	made := &txtar.Archive{Comment: rows.Comment}
	for _, row := range rows.Files {
		head, script, _ := strings.Cut(string(row.Data), "\n\n")
		keys := map[string]string{}
		for line := range strings.Lines(head) {
			key, value, _ := strings.Cut(line, ":")
			keys[key] = strings.TrimSpace(value)
		}
		for _, on := range strings.Fields(keys["on"]) {
			name := strings.TrimSuffix(row.Name+"/"+on, "/-")
			data := kept[name]
			if strings.HasPrefix(name, only) && (!fresh || data == nil) {
				make := entry
				if keys["around"] != "" {
					make = derive
				}
				if got, err := make(keys, on, script); err != nil {
					log.Printf("%s: %v", name, err)
				} else {
					data = got
				}
			}
			if len(data) > 0 {
				made.Files = append(made.Files, txtar.File{Name: name, Data: data})
			}
		}
	}
	text := txtar.Format(made)
	if again := txtar.Parse(text); len(again.Files) != len(made.Files) {
		return fmt.Errorf("%s: a paste looks like the head of another", path)
	}
	return os.WriteFile(path, text, 0o666)
}

// entry runs a script and puts the head of the entry before what it prints.
func entry(keys map[string]string, on, script string) ([]byte, error) {
	from := keys["from"]
	if !strings.HasPrefix(from, "documented:") {
		v, err := version(from)
		if err != nil {
			return nil, err
		}
		from += " " + v
	}
	dir, err := os.MkdirTemp("", "makecorpus")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	files := map[string][]byte{"capture.pcap": capture()}
	for name, b := range datagrams {
		files[name] = b
		if name == on {
			files["packet"], files["packet.hex"] = b, []byte(hex.EncodeToString(b))
		}
	}
	for name, b := range files {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
			return nil, err
		}
	}
	var out []byte
	if write := writers[keys["write"]]; write != nil {
		out = []byte(write(datagrams[on]))
	} else if out, err = run(dir, "set -e -o pipefail\n"+script); err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(out)) == 0 {
		return nil, fmt.Errorf("it prints nothing")
	}
	want := keys["want"]
	if want == "" {
		want = on
	}
	return append([]byte("from: "+from+"\nwant: "+strings.ReplaceAll(want, "$", on)+"\n\n"), out...), nil
}

// derive changes a paste that the corpus has.
func derive(keys map[string]string, on, _ string) ([]byte, error) {
	files, err := filepath.Glob(folder + "corpus/*.txtar")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			return nil, err
		}
		for _, f := range archive.Files {
			if head, text, _ := strings.Cut(string(f.Data), "\n\n"); f.Name == on {
				return []byte(head + "\n\n" + arounds[keys["around"]](text)), nil
			}
		}
	}
	return nil, fmt.Errorf("the corpus has no such paste")
}

// run gives what a script prints.
func run(dir, script string) ([]byte, error) {
	cmd := exec.Command("timeout", "120", "bash", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "TZ=UTC", "TERM=dumb", "HOME="+dir, "REPO="+repository)
	if cache, err := os.UserCacheDir(); err == nil {
		cmd.Env = append(cmd.Env, "GOCACHE="+filepath.Join(cache, "go-build"))
	}
	cmd.WaitDelay = 5 * time.Second
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, bytes.Split(errs.Bytes(), []byte("\n"))[0])
	}
	return out, nil
}

// versions are how programs that are no Debian package say theirs.
var versions = map[string]string{
	"go":      `go version | sed 's/go version go//; s/ .*//'`,
	"node":    `node --version | tr -d v`,
	"python3": `python3 --version | sed 's/Python //'`,
	"duckdb":  `node -p 'require(process.env.REPO + "/analyzer/peer/package-lock.json").packages["node_modules/@duckdb/node-api"].version'`,
	"java":    `java -version 2>&1 | sed -n '1s/.*"\(.*\)".*/\1/p'`,
}

func version(of string) (string, error) {
	command := versions[of]
	if command == "" {
		command = `dpkg-query -W -f '${Version}' ` + of
	} else if v, ok := strings.CutPrefix(command, "="); ok {
		return v, nil
	}
	out, err := run(os.TempDir(), command)
	if err == nil {
		versions[of] = "=" + string(bytes.TrimSpace(out))
	}
	return string(bytes.TrimSpace(out)), err
}

// capture is a request and its reply as a file of tcpdump.
func capture() []byte {
	var file bytes.Buffer
	w := pcapgo.NewWriter(&file)
	fatal(w.WriteFileHeader(65535, layers.LinkTypeEthernet))
	client, server := []byte{192, 0, 2, 2}, []byte{192, 0, 2, 1}
	for i, name := range []string{"ut2004-info-request", "ut2003-info-reply"} {
		from, to, fromPort, toPort := client, server, layers.UDPPort(5000), layers.UDPPort(7778)
		if i == 1 {
			from, to, fromPort, toPort = to, from, toPort, fromPort
		}
		ip := &layers.IPv4{Version: 4, TTL: 64, Id: uint16(0x1234 + i), Protocol: layers.IPProtocolUDP, SrcIP: from,
			DstIP: to}
		udp := &layers.UDP{SrcPort: fromPort, DstPort: toPort}
		fatal(udp.SetNetworkLayerForChecksum(ip))
		buf := gopacket.NewSerializeBuffer()
		fatal(gopacket.SerializeLayers(buf, gopacket.SerializeOptions{FixLengths: true, ComputeChecksums: true},
			&layers.Ethernet{SrcMAC: []byte{2, 0, 0, 0, 0, from[3]}, DstMAC: []byte{2, 0, 0, 0, 0, to[3]},
				EthernetType: layers.EthernetTypeIPv4},
			ip, udp, gopacket.Payload(datagrams[name])))
		b := buf.Bytes()
		fatal(w.WritePacket(gopacket.CaptureInfo{Timestamp: time.Unix(1700000000, int64(i)*25e6).UTC(), CaptureLength: len(b),
			Length: len(b)}, b))
	}
	return file.Bytes()
}

func fatal(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
