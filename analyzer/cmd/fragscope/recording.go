package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"fragscope/analyzer/atomicfile"
	"fragscope/analyzer/live"
	"fragscope/analyzer/live/record"
)

// A recording is the file of --record: what sockets sent and received, as a
// capture. It appears when it is complete.
type recording struct {
	record   string
	files    outputs
	file     *atomicfile.File
	recorder *record.Recorder
}

// recordFlags adds the flags of a recording.
func (r *recording) recordFlags(c *cobra.Command) {
	c.Flags().StringVar(&r.record, "record", "", "write every datagram to this file, as pcapng; - is standard output, and texts go to standard error")
	r.files.forceFlag(c)
}

// open begins the file, if there is one, and returns where texts go then.
func (r *recording) open(out, errout io.Writer) (_ io.Writer, err error) {
	if r.file, out, err = r.files.begin("record", r.record, out, errout); r.file == nil {
		return out, err
	}
	r.recorder, err = record.New(r.file)
	if err == nil && r.file.Direct() { // somebody may wait for the head
		err = r.file.Flush()
	}
	if err != nil {
		r.files.discard()
	}
	return out, err
}

// tap returns what records a datagram, nil without a recording.
func (r *recording) tap() func(*live.Datagram) {
	switch {
	case r.recorder == nil:
		return nil
	case !r.file.Direct():
		return r.recorder.Record
	}
	return func(d *live.Datagram) { // somebody may be reading
		r.recorder.Record(d)
		_ = r.file.Flush() // said again by Commit
	}
}

// end finishes the recording; err is what went wrong before. A recording of
// nothing replaces nothing.
func (r *recording) end(errout io.Writer, err error) error {
	if r.file == nil {
		return err
	}
	defer r.files.discard()
	if r.recorder.Count() == 0 && !r.file.Direct() {
		if err == nil {
			fmt.Fprintf(errout, "there was nothing to record: %s is not written\n", escape(r.record))
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
	fmt.Fprintf(errout, "recorded %s in %s\n", count(int(r.recorder.Count()), "packet", "packets"), escape(r.record))
	return err
}
