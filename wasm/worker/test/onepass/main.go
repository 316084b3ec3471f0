// Onepass is what the tests of the Worker hold its jobs to.
//
//	onepass generate FILE DATAGRAMS       writes a capture of made-up traffic
//	onepass hostile FILE NAME BYTES       writes a capture that is hard on memory
//	onepass report FILE NAME FROM TO      analyzes it in one pass, without packets FROM to TO, and prints
//	                                      the report and a sum of the exchanges as JSON
//	onepass rows FILE…                    prints the sum of the exchanges in Parquet files
//	onepass mutate PACKETS SEED           prints mutated packets of the samples as hex digits, one a line
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"strconv"
	"strings"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/samples/capgen"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "onepass:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	var bad error
	number := func(i int) int {
		n, err := strconv.Atoi(args[i])
		bad = cmp.Or(bad, err)
		return n
	}
	var do func() error
	switch name := strings.Join(args[:min(1, len(args))], ""); {
	case name == "generate" && len(args) == 3:
		n := number(2)
		do = func() error { return generate(args[1], n) }
	case name == "hostile" && len(args) == 4:
		n := number(3)
		do = func() error { return hostile(args[1], args[2], n) }
	case name == "mutate" && len(args) == 3:
		n, seed := number(1), number(2)
		do = func() error { return mutate(os.Stdout, n, uint64(seed)) }
	case name == "report" && len(args) == 5:
		from, to := number(3), number(4)
		do = func() error { return printReport(args[1], args[2], int64(from), int64(to)) }
	case name == "rows" && len(args) > 1:
		do = func() error { return rows(args[1:]) }
	default:
		return fmt.Errorf("expected generate FILE DATAGRAMS, hostile FILE NAME BYTES, report FILE NAME FROM TO, mutate "+
			"PACKETS SEED, or rows FILE…, found %q", args)
	}
	if bad != nil {
		return bad
	}
	return do()
}

func generate(path string, datagrams int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	truth, err := capgen.Write(f, capgen.Config{Datagrams: datagrams, Seed: 7, Servers: 600, Clients: 900, Other: 0.1,
		Masters: 0.002, Reflected: 500, Gap: 2_000_000})
	if err != nil {
		return err
	}
	fmt.Println(truth.Packets)
	return f.Close()
}

// A Sum says which exchanges there are, whatever their order.
type Sum struct {
	Rows int    `json:"rows"`
	Sum  uint64 `json:"sum,string"` // of the hashes of all rows
}

// add adds a row as Parquet keeps it: its time has microseconds, and it does not
// tell a list that is empty from none.
func (s *Sum) add(x export.Exchange) error {
	x.Time -= x.Time % 1000
	x.RetryPackets, x.ReplyPackets = append([]int64{}, x.RetryPackets...), append([]int64{}, x.ReplyPackets...)
	x.Problems = append([]string{}, x.Problems...)
	b, err := json.Marshal(x)
	if err != nil {
		return err
	}
	h := fnv.New64a()
	h.Write(b)
	s.Rows++
	s.Sum += h.Sum64()
	return nil
}

func rows(paths []string) error {
	var sum Sum
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		list, err := export.ReadParquet[export.Exchange](bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for i := range list {
			if err := sum.add(list[i]); err != nil {
				return err
			}
		}
	}
	return json.NewEncoder(os.Stdout).Encode(sum)
}

// details is what a job may remember of servers over time (wasm/worker/jobs).
const details = 16_384

// printReport prints the report of all packets but some.
func printReport(path, name string, from, to int64) error {
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
	var sum Sum
	var failed error
	a := analyzer.New(record.Options{Name: name, MaxDetails: details, Exchanges: func(list []*report.Exchange) {
		activity.Add(list)
		for _, x := range list {
			failed = cmp.Or(failed, sum.add(export.ExchangeRow(name, x)))
		}
	}})
	defer a.Close()
	for r.Next() {
		if p := r.Packet(); p.Number < from || p.Number > to {
			packet := record.FromCapture(p)
			a.Add(&packet)
		}
	}
	if err := r.Err(); err != nil {
		return err
	}
	all := a.Finish()
	if failed != nil {
		return failed
	}
	all.Files[0].Format, all.Files[0].Bytes = r.Format(), r.Offset()
	all.Settle()
	var b bytes.Buffer
	if err := export.JSON(&b, all, activity); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{"report": json.RawMessage(b.Bytes()), "exchanges": sum})
}
