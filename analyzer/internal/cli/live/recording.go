package live

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"fragscope/analyzer/atomicfile"
	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/live"
	"fragscope/analyzer/live/record"
)

// A recording has its name from the first datagram on, and what is in it stays whatever happens.
type recording struct {
	record   string
	files    cli.Outputs
	file     *atomicfile.File
	recorder *record.Recorder
	failed   func(error) // ends the command: nothing more can be recorded
}

func (r *recording) recordFlags(c *cobra.Command) {
	c.Flags().StringVar(&r.record, "record", "",
		"write every datagram to this file, as pcapng; - is standard output, and texts go to standard error")
	r.files.ForceFlag(c)
}

func (r *recording) open(out, errout io.Writer) (_ io.Writer, err error) {
	if r.file, out, err = r.files.BeginWith(atomicfile.Grow, "record", r.record, out, errout); r.file == nil {
		return out, err
	}
	r.recorder, err = record.New(r.file)
	if err == nil && r.file.Direct() { // somebody may wait for the head
		err = r.file.Flush()
	}
	if err != nil {
		r.files.Discard()
	}
	return out, err
}

// until returns a context that also ends when nothing more can be recorded.
func (r *recording) until(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	r.failed = cancel
	return ctx
}

// tap writes each datagram at once: another program may be reading, and this one may be killed.
func (r *recording) tap() func(*live.Datagram) {
	if r.recorder == nil {
		return nil
	}
	return func(d *live.Datagram) {
		r.recorder.Record(d)
		if err := cmp.Or(r.recorder.Err(), r.file.Flush()); err != nil {
			r.failed(err)
		}
	}
}

// end returns err, which was there before, if nothing else fails. A recording of nothing replaces nothing.
func (r *recording) end(errout io.Writer, err error) error {
	if r.file == nil {
		return err
	}
	defer r.files.Discard()
	if r.recorder.Count() == 0 && !r.file.Direct() {
		if err == nil {
			fmt.Fprintf(errout, "there was nothing to record: %s is not written\n", cli.Escape(r.record))
		}
		return err
	}
	problem := r.recorder.Err()
	if problem == nil {
		problem = r.file.Commit()
	}
	if problem != nil {
		return problem
	}
	fmt.Fprintf(errout, "recorded %s in %s\n", export.Many(r.recorder.Count(), "packet", "packets"), cli.Escape(r.record))
	return err
}
