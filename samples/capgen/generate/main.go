// Generate writes a capture of made-up query traffic, for tests and measurements
// that need one as a file:
//
//	go run ./samples/capgen/generate --datagrams 500000 FILE
//
// With - as FILE it writes to standard output, as long as there is a reader, to
// test whether memory grows with the length of a capture:
//
//	generate --bytes 20000000000 --hostile 0.5 - | fragscope analyze -
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"

	"fragscope/samples/capgen"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run() error {
	var c capgen.Config
	flag.IntVar(&c.Datagrams, "datagrams", 1000, "UDP datagrams to write")
	flag.Uint64Var(&c.Seed, "seed", 1, "of everything: the same seed gives the same bytes")
	flag.Float64Var(&c.Other, "other", 0, "share of datagrams that are no queries, from 0 to 1")
	flag.Float64Var(&c.Families, "families", 0,
		"share of exchanges in protocols that only the decoder has replies for, from 0 to 1")
	flag.Int64Var(&c.Bytes, "bytes", 0, "bytes of packets to write, instead of --datagrams")
	flag.Float64Var(&c.Hostile, "hostile", 0, "share of exchanges that are made to take memory, from 0 to 1")
	flag.BoolVar(&c.Pcap, "pcap", false, "pcap instead of pcapng")
	flag.Parse()
	if flag.NArg() != 1 {
		return fmt.Errorf("name the file to write")
	}
	f, count := os.Stdout, os.Stderr
	if name := flag.Arg(0); name != "-" {
		var err error
		if f, err = os.Create(name); err != nil {
			return err
		}
		count = os.Stdout
	}
	w := bufio.NewWriterSize(f, 1<<20)
	truth, err := capgen.Write(w, c)
	if err == nil {
		err = w.Flush()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(count, truth.Packets)
	return nil
}
