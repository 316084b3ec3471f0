// Capturerace measures fragscope analyze with a capture of a million datagrams
// next to tshark's plain summary of the same file, which looks into none of
// them, and to a bare loop of gopacket over its headers. Each runs in a process
// of its own, so that its memory can be measured. The targets are beside the
// results. The capture with other protocols in the mix has a service of its own
// for them on every server, so it is compared with one of twice the servers.
//
//	go run ./analyzer/peer/capturerace
package main

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"fragscope/samples/capgen"
)

func main() {
	datagrams := flag.Int("datagrams", 1_000_000, "datagrams in the capture; a second one has ten times as many")
	runs := flag.Int("runs", 3, "runs of each, of which the least counts")
	bare := flag.String("bare", "", "read this capture with gopacket in this process, and nothing else")
	flag.Parse()
	var err error
	if *bare != "" {
		err = bareLoop(*bare)
	} else {
		err = race(*datagrams, *runs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "capturerace:", err)
		os.Exit(1)
	}
}

func race(datagrams, runs int) error {
	dir, err := os.MkdirTemp("", "capturerace")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	small, packets, err := generate(filepath.Join(dir, "one.pcapng"), capgen.Config{Datagrams: datagrams})
	if err != nil {
		return err
	}
	large, morePackets, err := generate(filepath.Join(dir, "ten.pcapng"), capgen.Config{Datagrams: 10 * datagrams})
	if err != nil {
		return err
	}
	twice, twicePackets, err := generate(filepath.Join(dir, "twice.pcapng"),
		capgen.Config{Datagrams: datagrams, Servers: 2 * servers})
	if err != nil {
		return err
	}
	all, allPackets, err := generate(filepath.Join(dir, "all.pcapng"),
		capgen.Config{Datagrams: datagrams, Servers: servers, Families: 0.5})
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	command := filepath.Join(dir, "fragscope")
	build := exec.Command("go", "build", "-trimpath", "-o", command, "fragscope/analyzer/cmd/fragscope")
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, text)
	}
	m, err := measure(runs, []string{command, "analyze", small}, []string{command, "analyze", twice},
		[]string{command, "analyze", all}, []string{self, "-bare", small})
	if err != nil {
		return err
	}
	ours, control, families, bare := m[0], m[1], m[2], m[3]
	m, err = measure(1, []string{command, "analyze", large})
	if err != nil {
		return err
	}
	ten := m[0]
	m, err = measure(1, []string{"tshark", "-r", small})
	tshark := m[0]
	if errors.Is(err, exec.ErrNotFound) {
		fmt.Fprintln(os.Stderr, "capturerace: there is no tshark here to compare with")
	} else if err != nil {
		return err
	}
	fmt.Printf("%d processors, %s; the least of %d runs\n\n", runtime.NumCPU(), runtime.Version(), runs)
	fmt.Println("| what | packets | seconds | processor seconds | packets/s | peak memory |")
	fmt.Println("|---|---:|---:|---:|---:|---:|")
	row := func(what string, n int64, m measurement) {
		if m.seconds > 0 {
			fmt.Printf("| %s | %d | %.2f | %.2f | %.0f | %d MB |\n", what, n, m.seconds, m.user, float64(n)/m.seconds,
				m.peak>>20)
		}
	}
	row("fragscope analyze", packets, ours)
	row("fragscope analyze, twice the servers", twicePackets, control)
	row("fragscope analyze, half of the exchanges in other protocols, with a list of players in most replies", allPackets,
		families)
	row("fragscope analyze, ten times the file", morePackets, ten)
	row("pcapgo and DecodingLayerParser, nothing more", packets, bare)
	row("tshark, plain summary", packets, tshark)
	fmt.Println("\n| wish | measured | wanted | reached |")
	fmt.Println("|---|---:|---:|---|")
	wish := func(what string, measured float64, format, wanted string, ok bool) {
		fmt.Printf("| %s | "+format+" | %s | %s |\n", what, measured, wanted, map[bool]string{true: "yes", false: "no"}[ok])
	}
	speed := float64(packets) / ours.seconds
	wish("packets/s", speed, "%.0f", "1500000, and 3000000 where we want to be", speed >= 1.5e6)
	wish("peak memory in MB", float64(ours.peak>>20), "%.0f", "under 200", ours.peak < 200<<20)
	if tshark.seconds > 0 {
		faster := tshark.seconds / ours.seconds
		wish("times as fast as tshark's summary", faster, "%.1f", "at least 16", faster >= 16)
	}
	slower := ours.seconds / bare.seconds
	wish("times the time of the bare loop", slower, "%.1f", "at most 8", slower <= 8)
	longer := ten.seconds / ours.seconds
	wish("times the time for ten times the file", longer, "%.1f", "9 to 11", longer >= 9 && longer <= 11)
	more := float64(ten.peak) / float64(ours.peak)
	mixed := families.user / float64(allPackets) / (control.user / float64(twicePackets))
	wish("times the processor's time a packet with other protocols in the mix, as many servers in both", mixed, "%.3f",
		"at most 1.05", mixed <= 1.05)
	wish("times the memory for ten times the file", more, "%.2f", "about 1", more <= 1.25)
	return nil
}

const servers = 200 // in a capture

func generate(path string, c capgen.Config) (string, int64, error) {
	f, err := os.Create(path)
	if err != nil {
		return "", 0, err
	}
	c.Seed = 1
	w := bufio.NewWriterSize(f, 1<<20)
	truth, err := capgen.Write(w, c)
	return path, truth.Packets, cmp.Or(err, w.Flush(), f.Close())
}

type measurement struct {
	seconds float64
	user    float64 // seconds of all processors, in the program and for it
	peak    int64   // bytes
}

// measure runs each of the commands several times, in turns, so that what else
// the machine does meets all of them, and returns the least of each.
func measure(runs int, commands ...[]string) ([]measurement, error) {
	least := make([]measurement, len(commands))
	for run := range runs {
		for i, args := range commands {
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Stdout, cmd.Stderr = io.Discard, os.Stderr
			start := time.Now()
			if err := cmd.Run(); err != nil {
				return least, fmt.Errorf("%s: %w", args[0], err)
			}
			m := measurement{seconds: time.Since(start).Seconds(),
				user: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()}
			if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
				m.peak = u.Maxrss << 10
			}
			if l := &least[i]; run == 0 {
				*l = m
			} else {
				l.seconds, l.user, l.peak = min(l.seconds, m.seconds), min(l.user, m.user), min(l.peak, m.peak)
			}
		}
	}
	return least, nil
}
