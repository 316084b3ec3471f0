// Onepass is what the tests of the Worker hold its jobs to.
//
//	onepass generate FILE DATAGRAMS       writes a capture of made-up traffic
//	onepass report FILE NAME FROM TO      analyzes it in one pass, without packets FROM to TO, and prints the report as JSON
package main

import (
	"fmt"
	"os"
	"strconv"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/capture/capgen"
	"fragscope/analyzer/export"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "onepass:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 3 && args[0] == "generate":
		n, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		return generate(args[1], n)
	case len(args) == 5 && args[0] == "report":
		from, err := strconv.ParseInt(args[3], 10, 64)
		if err != nil {
			return err
		}
		to, err := strconv.ParseInt(args[4], 10, 64)
		if err != nil {
			return err
		}
		return report(args[1], args[2], from, to)
	}
	return fmt.Errorf("expected generate FILE DATAGRAMS or report FILE NAME FROM TO, found %q", args)
}

func generate(path string, datagrams int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	truth, err := capgen.Write(f, capgen.Config{Datagrams: datagrams, Seed: 7, Servers: 600, Clients: 900, Other: 0.1, Masters: 0.002, Reflected: 500, Gap: 2_000_000})
	if err != nil {
		return err
	}
	fmt.Println(truth.Packets)
	return f.Close()
}

// report prints the report of all packets but some.
func report(path, name string, from, to int64) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := capture.NewReader(f, capture.Options{})
	if err != nil {
		return err
	}
	defer r.Close()
	activity := &export.Activity{}
	a := analyzer.New(analyzer.Options{Name: name, Exchanges: activity.Add})
	for r.Next() {
		if p := r.Packet(); p.Number < from || p.Number > to {
			a.Add(&analyzer.Packet{Time: p.Time, Number: p.Number, Link: p.Link, Data: p.Data, Length: p.OrigLen})
		}
	}
	if err := r.Err(); err != nil {
		return err
	}
	sum := a.Finish()
	sum.Files[0].Format, sum.Files[0].Bytes = r.Format(), r.Offset()
	sum.Settle()
	return export.JSON(os.Stdout, sum, activity)
}
