// Compare times fragscope and node-gamedig on the same packets, on this
// machine in one run, and prints a table. Package peer tells what is timed.
//
//	go run ./analyzer/peer/compare
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"fragscope/analyzer/peer"
	"fragscope/decoder"
)

func main() {
	dir := flag.String("peer", "analyzer/peer", "folder in which npm installed gamedig")
	each := flag.Duration("time", 1500*time.Millisecond, "how long to measure each packet")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, *dir, *each); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, w io.Writer, dir string, each time.Duration) error {
	packets := peer.Packets()
	best := make([]result, len(packets))
	// In turns, so that a temporarily busy machine slows both down or neither.
	const turns = 3
	for range turns {
		theirs, err := peer.Gamedig(ctx, dir, packets, each/turns)
		if err != nil {
			return err
		}
		for i, p := range packets {
			r := measure(p, each/turns)
			// Only reading the packet is compared.
			r.call = theirs[i].NS
			r.gamedig = r.call - theirs[i].Floor
			best[i] = best[i].fastest(r)
		}
	}
	rows := [][]string{{"packet", "datagrams", "bytes", "fields",
		"fragscope", "gamedig", "ratio", "fragscope with status", "ratio", "gamedig's whole call"}}
	for i, p := range packets {
		b := best[i]
		rows = append(rows, []string{
			p.Name, strconv.Itoa(len(p.Datagrams)), strconv.Itoa(p.Bytes()), strconv.Itoa(b.fields),
			ns(b.decode), ns(b.gamedig), ratio(b.gamedig, b.decode),
			ns(b.status), ratio(b.gamedig, b.status), ns(b.call),
		})
	}
	return table(w, rows)
}

func ns(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) + " ns" }

func ratio(theirs, ours float64) string { return strconv.FormatFloat(theirs/ours, 'f', 0, 64) + " ×" }

// table prints rows, the first of them a heading, as a Markdown table that
// lines up.
func table(w io.Writer, rows [][]string) error {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	for n, r := range rows {
		fmt.Fprintln(t, "| "+strings.Join(r, "\t| ")+"\t|")
		if n == 0 {
			fmt.Fprintln(t, "|---"+strings.Repeat("\t|--:", len(r)-1)+"\t|")
		}
	}
	return t.Flush()
}

// A result is the time in nanoseconds that a packet takes, all datagrams.
type result struct {
	fields  int
	decode  float64 // to annotate them
	status  float64 // to annotate them, join them and make a Status
	gamedig float64 // to read them with gamedig
	call    float64 // the same with all that gamedig does beside it
}

func (r result) fastest(s result) result {
	if r.fields == 0 {
		return s
	}
	return result{s.fields, min(r.decode, s.decode), min(r.status, s.status),
		min(r.gamedig, s.gamedig), min(r.call, s.call)}
}

func measure(p peer.Packet, each time.Duration) result {
	var r result
	var one decoder.Decoder
	for _, d := range p.Datagrams {
		r.fields += len(one.Decode(d).Fields)
	}
	r.decode = fastest(each, func() {
		for _, d := range p.Datagrams {
			one.Decode(d)
		}
	})
	// A Message lives until its Decoder's next call, and joining wants all.
	many := make([]decoder.Decoder, len(p.Datagrams))
	messages := make([]*decoder.Message, len(p.Datagrams))
	r.status = fastest(each, func() {
		for i, d := range p.Datagrams {
			messages[i] = many[i].Decode(d)
		}
		decoder.StatusOf(messages...)
	})
	return r
}

// fastest gives the nanoseconds of one call in the fastest batch of those that
// fit into the time, as bench.mjs measures gamedig.
func fastest(each time.Duration, call func()) float64 {
	best, times := 0.0, 16
	for end := time.Now().Add(each); time.Now().Before(end); {
		start := time.Now()
		for range times {
			call()
		}
		took := time.Since(start)
		if v := float64(took.Nanoseconds()) / float64(times); best == 0 || v < best {
			best = v
		}
		if took < 5*time.Millisecond {
			times *= 2
		}
	}
	return best
}
