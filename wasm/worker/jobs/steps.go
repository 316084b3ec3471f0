//go:build js && wasm

package main

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"fragscope/analyzer"
	"fragscope/analyzer/export"
	"fragscope/analyzer/parts"
	"fragscope/analyzer/report"
)

// index reads a capture and says where its parts are.
func index(_ context.Context, told []byte, s *stage) (any, error) {
	var t struct{ Size int64 }
	if err := json.Unmarshal(told, &t); err != nil {
		return nil, err
	}
	return parts.Find(s, t.Size)
}

// part analyzes one part.
func part(ctx context.Context, told []byte, s *stage) (any, error) {
	var t struct {
		Piece   parts.Piece
		Buckets int
	}
	if err := json.Unmarshal(told, &t); err != nil {
		return nil, err
	}
	b, err := t.Piece.Analyze(ctx, s, parts.Options{Buckets: t.Buckets})
	if err != nil {
		return nil, err
	}
	s.emit("part", b)
	return len(b), nil
}

// header says what is where in a part. The input is the beginning of one.
func header(_ context.Context, _ []byte, s *stage) (any, error) {
	b, err := s.Next()
	if err != nil {
		return nil, err
	}
	return analyzer.ReadPartHeader(b)
}

// bucket matches what all parts have handed over for one bucket. Each piece of
// the input is of a part: its beginning and the section for all buckets, both
// with their length before them, and the bucket's own section.
func bucket(_ context.Context, told []byte, s *stage) (any, error) {
	var t struct {
		Name            string
		Bucket, Buckets int
	}
	if err := json.Unmarshal(told, &t); err != nil {
		return nil, err
	}
	out := s.create("exchanges")
	rows := export.NewParquet[export.Exchange](out)
	a := &export.Activity{}
	var failed error
	sink := export.RowSink(rows)
	opts := tables
	opts.Name = t.Name
	opts.MaxClients, opts.MaxFlows, opts.Memory = opts.MaxClients*t.Buckets, opts.MaxFlows*t.Buckets,
		opts.Memory*int64(t.Buckets)
	opts.Exchanges = func(list []*report.Exchange) {
		a.Add(list)
		for some := range slices.Chunk(list, 256) {
			failed = cmp.Or(failed, sink.Exchanges(t.Name, some))
		}
	}
	m := analyzer.NewMatcher(opts, t.Bucket, t.Buckets)
	m.Pause = s.pause
	for {
		b, err := s.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		begin, b, ok := cut(b)
		all, own, enough := cut(b)
		if !ok || !enough {
			return nil, errors.New("a part ends early")
		}
		about, err := analyzer.ReadPartHeader(begin)
		if err != nil {
			return nil, err
		}
		if err := m.Add(about.Now, all, own); err != nil {
			return nil, err
		}
	}
	r := m.Finish()
	if err := rows.Close(); failed == nil {
		failed = err
	}
	if failed != nil {
		return nil, failed
	}
	out.Flush()
	s.emit("report", report.AppendReport(nil, r))
	return a, nil
}

// cut cuts off what b begins with: its length, then that many bytes.
func cut(b []byte) (first, rest []byte, ok bool) {
	if len(b) < 4 || uint64(binary.LittleEndian.Uint32(b)) > uint64(len(b)-4) {
		return nil, nil, false
	}
	n := 4 + int(binary.LittleEndian.Uint32(b))
	return b[4:n], b[n:], true
}

// merge adds up the sums of the parts and the reports of the buckets, each a
// piece of the input, and writes everything that the command would.
func merge(_ context.Context, told []byte, s *stage) (any, error) {
	var t struct {
		Name        string
		Index       parts.Index
		Lost        map[int]string
		LostBuckets map[int]string
		Buckets     int
		Activity    []*export.Activity
	}
	if err := json.Unmarshal(told, &t); err != nil {
		return nil, err
	}
	sum := report.NewReport()
	for {
		b, err := s.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		r, err := report.DecodeReport(b)
		if err != nil {
			return nil, err
		}
		sum.Merge(r)
		if len(sum.Clients) > clients*5/4 {
			sum.KeepClients(clients)
		}
	}
	sum.KeepClients(clients)
	for i := range t.Buckets {
		if why, lost := t.LostBuckets[i]; lost {
			t.Index.Problems = append(t.Index.Problems, report.FileProblem{
				Code: "bucket-lost",
				Message: fmt.Sprintf("bucket %d of %d, with its share of the servers, could not be matched and is missing: %s", i+1,
					t.Buckets, why),
			})
		}
	}
	r := t.Index.Report(t.Name, t.Lost, sum)
	a := &export.Activity{}
	for _, x := range t.Activity {
		a.Merge(x)
	}
	out := s.create("report.json")
	if err := export.JSON(out, r, a); err != nil {
		return nil, err
	}
	out.Flush()
	if err := errors.Join(
		table(s, "servers.parquet", export.NewParquet, export.Servers(r)), table(s, "players.parquet", export.NewParquet,
			export.Players(r)),
		table(s, "rules.parquet", export.NewParquet, export.Rules(r)),
		table(s, "servers", export.NewNDJSON, export.Servers(r)),
	); err != nil {
		return nil, err
	}
	return len(r.Servers), nil
}

// table writes rows in a format.
func table[T any](s *stage, name string, format func(io.Writer) export.RowWriter[T], rows iter.Seq[T]) error {
	out := s.create(name)
	defer out.Flush()
	return export.WriteAll(format(out), rows)
}
