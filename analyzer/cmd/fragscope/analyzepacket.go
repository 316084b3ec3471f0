package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
	"fragscope/decoder/render"
)

// openOne opens a capture, standard input for "-".
func (j *analyzeJob) openOne(ctx context.Context, path string) (*capture.Reader, func(), error) {
	in, done := j.stdin, func() {}
	if path != "-" {
		f, err := scan.Open(ctx, path)
		switch {
		case interrupted(ctx):
			return nil, nil, context.Cause(ctx)
		case err != nil:
			return nil, nil, fileErrors(err)[0]
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			f.Close()
			return nil, nil, fmt.Errorf("%s: found a folder, expected one capture", path)
		}
		in, done = &stoppable{ctx: ctx, r: f}, func() { f.Close() }
	}
	r, err := capture.NewReader(in, capture.Options{Name: path})
	if err != nil {
		done()
		return nil, nil, err
	}
	return r, func() { r.Close(); done() }, nil
}

// showPacket decodes one packet with all its headers.
func (j *analyzeJob) showPacket(ctx context.Context, paths []string) error {
	if len(paths) != 1 {
		return fmt.Errorf("--packet %d: name one capture, not %d", j.packet, len(paths))
	}
	name := j.format
	if !j.formatGiven {
		name = "table"
	}
	format, ok := render.FormatByName(name)
	if !ok {
		return fmt.Errorf("--format %q: a packet is shown as %s", name, oneOf(formatNames()))
	}
	r, done, err := j.openOne(ctx, paths[0])
	if err != nil {
		return err
	}
	defer done()
	for r.Next() {
		p := r.Packet()
		if p.Number != j.packet {
			continue
		}
		out := newOutput(j.out)
		if format == render.Table || format == render.Tree || format == render.Markdown {
			out.append(func(dst []byte) []byte { return append(append(dst, escape(about(r, p))...), "\n\n"...) })
		}
		m := decoder.Decode(p.Data, decoder.Options{Link: p.Link})
		report := render.NewReport([]*decoder.Message{m})
		out.append(func(dst []byte) []byte {
			return render.Append(dst, format, report, render.Options{Width: pageWidth(j.out), Color: j.colored, Full: true})
		})
		return out.flush()
	}
	if err := r.Err(); err != nil {
		return err
	}
	return fmt.Errorf("%s: there is no packet %d; found %d", paths[0], j.packet, r.Stats().Packets)
}

// about says which packet p is.
func about(r *capture.Reader, p *capture.Packet) string {
	text := fmt.Sprintf("Packet %d", p.Number)
	if p.HasTime {
		text += time.Unix(p.Time/1e9, p.Time%1e9).UTC().Format(", 2006-01-02 15:04:05.000000000 UTC")
	}
	text += fmt.Sprintf(", %d bytes", p.OrigLen)
	if len(p.Data) < p.OrigLen {
		text += fmt.Sprintf(" (%d captured)", len(p.Data))
	}
	if all := r.Interfaces(); p.Interface >= 0 && p.Interface < len(all) && all[p.Interface].Name != "" {
		text += ", interface " + all[p.Interface].Name
	}
	for _, c := range p.Comments {
		text += fmt.Sprintf(", comment %q", c)
	}
	return text
}

// annotate copies captures with comments: one to a file or standard output,
// several into a folder, under their names.
func (j *analyzeJob) annotate(ctx context.Context, paths []string, o *outputs) error {
	info, err := os.Stat(j.output)
	folder := j.output != "" && err == nil && info.IsDir()
	if len(paths) > 1 && !folder {
		return fmt.Errorf("--format pcapng with %d captures: name a folder that is there with --output", len(paths))
	}
	var failed []error
	written := 0
	for _, path := range paths {
		if ctx.Err() != nil {
			break
		}
		err := func() error {
			r, done, err := j.openOne(ctx, path)
			if err != nil {
				return err
			}
			defer done()
			if !folder {
				w, commit, err := j.create(o)
				if err != nil {
					return err
				}
				return j.annotateOne(ctx, r, w, commit)
			}
			base := filepath.Base(path)
			for _, end := range []string{".gz", ".zst", ".lz4", ".bz2", ".pcapng", ".pcap", ".cap"} {
				base = strings.TrimSuffix(base, end)
			}
			f, err := o.create(filepath.Join(j.output, base+".annotated.pcapng"))
			if err != nil {
				return err
			}
			return j.annotateOne(ctx, r, f, f.Commit)
		}()
		if err != nil {
			failed = append(failed, err)
			continue
		}
		written++
	}
	switch {
	case interrupted(ctx):
		return exitStatus(exitInterrupted)
	case written == 0:
		return errors.Join(failed...)
	case len(failed) > 0:
		for _, err := range failed {
			fmt.Fprintf(j.errout, "fragscope: %s\n", escape(err.Error()))
		}
		return exitStatus(exitProblem)
	}
	return nil
}

// annotateOne copies one capture. When ctx is done it ends the copy there.
func (j *analyzeJob) annotateOne(ctx context.Context, r *capture.Reader, w io.Writer, commit func() error) error {
	annotator := func() *export.Annotator { return &export.Annotator{Keep: j.keep(), Within: j.inTime} }
	if _, err := export.Annotate(w, r, runtime.GOMAXPROCS(0), annotator); err != nil && !interrupted(ctx) {
		return err
	}
	for _, p := range r.Problems() {
		fmt.Fprintf(j.errout, "%s\n", escape(p.String()))
	}
	return commit()
}
