// Capturerace measures the analysis of a capture of a million datagrams next
// to tshark's plain summary of the same file, which looks into none of them,
// and to a bare loop of gopacket over its headers. Each runs in a process of
// its own, so that its memory can be told.
//
//	go run ./analyzer/peer/capturerace
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"fragscope/analyzer/capture/capgen"
	"fragscope/analyzer/scan"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"
)

func main() {
	datagrams := flag.Int("datagrams", 1_000_000, "datagrams in the capture; a second one has ten times as many")
	runs := flag.Int("runs", 3, "runs of each, of which the fastest counts")
	child := flag.String("child", "", "what to run in this process: analyze or gopacket")
	flag.Parse()
	var err error
	switch *child {
	case "":
		err = race(*datagrams, *runs)
	case "analyze":
		_, err = scan.Files(context.Background(), flag.Args(), scan.Options{})
	case "gopacket":
		err = bareLoop(flag.Arg(0))
	default:
		err = fmt.Errorf("no child %q", *child)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "capturerace:", err)
		os.Exit(1)
	}
}

// race prints the table.
func race(datagrams, runs int) error {
	dir, err := os.MkdirTemp("", "capturerace")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	small, packets, err := generate(filepath.Join(dir, "one.pcapng"), datagrams)
	if err != nil {
		return err
	}
	large, morePackets, err := generate(filepath.Join(dir, "ten.pcapng"), 10*datagrams)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	fmt.Println("| what | packets | seconds | packets/s | peak memory | times fragscope's |")
	fmt.Println("|---|---:|---:|---:|---:|---:|")
	ours, err := measure(runs, self, "-child", "analyze", small)
	if err != nil {
		return err
	}
	row := func(what string, n int64, m measurement, than measurement) {
		fmt.Printf("| %s | %d | %.2f | %.0f | %d MB | %.1f |\n", what, n, m.seconds, float64(n)/m.seconds, m.peak>>20, m.seconds/than.seconds)
	}
	row("fragscope analyze", packets, ours, ours)
	ten, err := measure(1, self, "-child", "analyze", large)
	if err != nil {
		return err
	}
	row("fragscope analyze, ten times the file", morePackets, ten, ours)
	bare, err := measure(runs, self, "-child", "gopacket", small)
	if err != nil {
		return err
	}
	row("pcapgo and DecodingLayerParser, nothing more", packets, bare, ours)
	tshark, err := measure(1, "tshark", "-r", small)
	if err != nil {
		return err
	}
	row("tshark, plain summary", packets, tshark, ours)
	return nil
}

func generate(path string, datagrams int) (string, int64, error) {
	f, err := os.Create(path)
	if err != nil {
		return "", 0, err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	truth, err := capgen.Write(w, capgen.Config{Datagrams: datagrams, Seed: 1})
	if err == nil {
		err = w.Flush()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return path, truth.Packets, err
}

type measurement struct {
	seconds float64
	peak    int64 // bytes
}

// measure runs a command several times and returns the fastest.
func measure(runs int, name string, args ...string) (best measurement, err error) {
	for range runs {
		cmd := exec.Command(name, args...)
		cmd.Stdout, cmd.Stderr = io.Discard, os.Stderr
		start := time.Now()
		if err := cmd.Run(); err != nil {
			return best, fmt.Errorf("%s: %w", name, err)
		}
		m := measurement{seconds: time.Since(start).Seconds()}
		if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			m.peak = u.Maxrss << 10
		}
		if best.seconds == 0 || m.seconds < best.seconds {
			best = m
		}
	}
	return best, nil
}

// bareLoop reads the headers of every packet and does nothing with them.
func bareLoop(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := pcapgo.NewNgReader(bufio.NewReaderSize(f, 1<<20), pcapgo.DefaultNgReaderOptions)
	if err != nil {
		return err
	}
	var (
		eth     layers.Ethernet
		vlan    layers.Dot1Q
		ip4     layers.IPv4
		ip6     layers.IPv6
		udp     layers.UDP
		tcp     layers.TCP
		payload gopacket.Payload
		found   []gopacket.LayerType
	)
	parser := gopacket.NewDecodingLayerParser(layers.LayerTypeEthernet, &eth, &vlan, &ip4, &ip6, &udp, &tcp, &payload)
	parser.IgnoreUnsupported = true
	ports := 0
	for {
		data, _, err := r.ZeroCopyReadPacketData()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if parser.DecodeLayers(data, &found) == nil && len(found) > 2 {
			ports += int(udp.SrcPort)
		}
	}
	_, err = io.WriteString(io.Discard, strconv.Itoa(ports))
	return err
}
