package analyze

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"fragscope/analyzer/annotate"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/record"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
	"fragscope/decoder/render"
)

func (j *analyzeJob) openOne(ctx context.Context, path string) (*capture.Reader, func(), error) {
	in, done := j.stdin, func() {}
	if path != "-" {
		f, err := scan.Open(ctx, path)
		switch {
		case cli.Interrupted(ctx):
			return nil, nil, context.Cause(ctx)
		case err != nil:
			return nil, nil, fileErrors(err)[0]
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			f.Close()
			return nil, nil, fmt.Errorf("%s: found a folder, expected one capture", path)
		}
		in, done = cli.Stoppable(ctx, f), func() { f.Close() }
	}
	r, err := capture.NewReader(in, capture.Options{Name: path})
	if err != nil {
		done()
		return nil, nil, err
	}
	return r, func() { r.Close(); done() }, nil
}

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
		return fmt.Errorf("--format %q: a packet is shown as %s", name, cli.OneOf(cli.FormatNames()))
	}
	r, done, err := j.openOne(ctx, paths[0])
	if err != nil {
		return err
	}
	defer done()
	for r.Next() {
		p := r.Packet()
		if p.HasTime {
			j.times.See(p.Time)
		}
		if p.Number != j.packet {
			continue
		}
		out := cli.NewOutput(j.out)
		if format == render.Table || format == render.Tree || format == render.Markdown {
			out.Append(func(dst []byte) []byte {
				return append(append(dst, cli.Escape(cli.AboutPacket(r, p, &j.times))...), "\n\n"...)
			})
		}
		m := decoder.Decode(p.Data, decoder.Options{Link: p.Link, Layouts: j.layouts})
		report := render.NewReport([]*decoder.Message{m})
		out.Append(func(dst []byte) []byte {
			width, _ := cli.PageSize(j.out)
			return render.Append(dst, format, report, render.Options{Width: width, Color: j.colored, Full: true})
		})
		return out.Flush()
	}
	if err := r.Err(); err != nil {
		return err
	}
	return fmt.Errorf("%s: there is no packet %d; found %d", paths[0], j.packet, r.Stats().Packets)
}

func (j *analyzeJob) annotate(ctx context.Context, paths []string, o *cli.Outputs) error {
	files, err := scan.Expand(paths)
	failed := fileErrors(err)
	slices.SortStableFunc(files, func(a, b scan.File) int { return strings.Compare(a.Path, b.Path) })
	info, err := os.Stat(j.output)
	folder := j.output != "" && err == nil && info.IsDir()
	if len(files) > 1 && !folder {
		return fmt.Errorf("--format pcapng with %d captures: name a folder that is there with --output", len(files))
	}
	names := annotatedNames{}
	written := 0
	for _, file := range files {
		if ctx.Err() != nil {
			break
		}
		r, done, err := j.openOne(ctx, file.Path)
		if err != nil {
			if _, system := errors.AsType[syscall.Errno](err); !file.Walk || system { // other files lie among captures
				failed = append(failed, err)
			}
			continue
		}
		err = func() error {
			defer done()
			if !folder {
				w, err := j.create(o)
				if err != nil {
					return err
				}
				return j.annotateOne(ctx, r, w, o.Commit)
			}
			name, own := names.of(file.Path)
			f, err := o.Create(filepath.Join(j.output, name))
			if err != nil {
				return err
			}
			if !own {
				fmt.Fprintf(j.errout, "%s: written as %s, since another capture has its name\n", cli.Escape(file.Path),
					cli.Escape(name))
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
	case cli.Interrupted(ctx):
		return cli.ExitStatus(cli.ExitInterrupted)
	case written == 0:
		return j.nothing(ctx, paths, failed)
	case len(failed) > 0:
		cli.Complain(j.errout, failed...)
		return cli.ExitStatus(cli.ExitProblem)
	}
	return nil
}

type annotatedNames map[string]bool

// of returns the name for the copy of the capture at path; own is false when
// another capture took the name that it would have.
func (n annotatedNames) of(path string) (name string, own bool) {
	base := filepath.Base(path)
	if path == "-" {
		base = "stdin"
	}
	for _, end := range []string{".gz", ".zst", ".lz4", ".bz2", ".pcapng", ".pcap", ".cap"} {
		base = strings.TrimSuffix(base, end)
	}
	name = base + ".annotated.pcapng"
	own = true
	for i := 2; n[strings.ToLower(name)]; i++ { // some systems do not tell case apart
		name, own = fmt.Sprintf("%s-%d.annotated.pcapng", base, i), false
	}
	n[strings.ToLower(name)] = true
	return name, own
}

// annotateOne copies one capture. When ctx is done it ends the copy there.
func (j *analyzeJob) annotateOne(ctx context.Context, r *capture.Reader, w io.Writer, commit func() error) error {
	bounds := record.Options{From: j.first, To: j.end}
	annotator := func() *annotate.Annotator {
		return &annotate.Annotator{Keep: j.keep(ctx), Within: bounds.Within, Layouts: j.layouts}
	}
	if _, err := annotate.Annotate(w, r, runtime.GOMAXPROCS(0), annotator); err != nil && !cli.Interrupted(ctx) {
		return err
	}
	for _, p := range r.Problems() {
		fmt.Fprintf(j.errout, "%s\n", cli.Escape(p.String()))
	}
	return commit()
}

// fileErrors takes an error of several files apart, and leaves out that reading was stopped.
func fileErrors(err error) []error {
	if err == nil || errors.Is(err, context.Canceled) && !isJoined(err) || errors.Is(err, cli.ErrInterrupted) &&
		!isJoined(err) {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, e := range joined.Unwrap() {
			all = append(all, fileErrors(e)...)
		}
		return all
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok && err == error(e) {
		return []error{fmt.Errorf("%s: %w", e.Path, e.Err)}
	}
	return []error{err}
}

func isJoined(err error) bool {
	_, ok := err.(interface{ Unwrap() []error })
	return ok
}
