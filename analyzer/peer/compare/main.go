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
	"time"
	"unicode/utf8"

	"fragscope/analyzer/peer"
	"fragscope/decoder"
)

func main() {
	dir := flag.String("peer", "analyzer/peer", "folder in which npm installed gamedig")
	each := flag.Duration("time", time.Second, "how long to measure each packet")
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
	theirs, err := peer.Gamedig(ctx, dir, packets, each)
	if err != nil {
		return err
	}
	rows := [][]string{{"packet", "datagrams", "bytes", "fields",
		"fragscope", "gamedig", "ratio", "fragscope with status", "ratio"}}
	for i, p := range packets {
		ours := measure(p, each)
		// What is not reading the packet is no part of the comparison.
		gamedig := theirs[i].NS - theirs[i].Floor
		rows = append(rows, []string{
			p.Name, strconv.Itoa(len(p.Datagrams)), strconv.Itoa(p.Bytes()), strconv.Itoa(ours.fields),
			ns(ours.decode), ns(gamedig), ratio(gamedig, ours.decode),
			ns(ours.status), ratio(gamedig, ours.status),
		})
	}
	return table(w, rows)
}

func ns(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) + " ns" }

func ratio(theirs, ours float64) string { return strconv.FormatFloat(theirs/ours, 'f', 0, 64) + " ×" }

// table prints rows, the first of them a heading, as a Markdown table that
// lines up.
func table(w io.Writer, rows [][]string) error {
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, c := range r {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	var b strings.Builder
	for n, r := range rows {
		for i, c := range r {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c))
			if i == 0 {
				b.WriteString("| " + c + pad)
			} else {
				b.WriteString(" | " + pad + c)
			}
		}
		b.WriteString(" |\n")
		if n == 0 {
			for i, w := range widths {
				if i == 0 {
					b.WriteString("|-" + strings.Repeat("-", w) + "-")
				} else {
					b.WriteString("|-" + strings.Repeat("-", w) + ":")
				}
			}
			b.WriteString("|\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

type result struct {
	fields int
	decode float64 // nanoseconds to decode all datagrams
	status float64 // nanoseconds to decode them, join them and make a Status
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
