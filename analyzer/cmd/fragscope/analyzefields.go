package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
)

// settlePackets checks --write, --time-format and the flags of --format fields.
func (j *analyzeJob) settlePackets(c *cobra.Command, single bool) error {
	if err := j.fields.settle(j.format == "fields" && !single); err != nil {
		return err
	}
	if err := j.times.settle(); err != nil {
		return err
	}
	switch {
	case c.Flags().Changed("time-format") && !single && j.format != "fields":
		return fmt.Errorf("--time-format is for --format fields and --packet, not --format %s", j.format)
	case j.file.path == "" && j.format != "fields":
		return nil
	case j.file.path != "" && (single || j.format == "pcapng"):
		return errors.New("--write is not for --packet or --format pcapng: give one of them")
	case j.file.path == "-" && j.toStdout():
		return errors.New("--write - and the result would both be on standard output: name a file with --output or --write")
	case c.Flags().Changed("split"):
		return errors.New("--write and --format fields need the capture as a whole: leave --split out")
	}
	return nil
}

// openPackets begins the file of --write, and lets opts print and write each
// packet that passes.
func (j *analyzeJob) openPackets(ctx context.Context, o *outputs, opts *scan.Options, cancel context.CancelCauseFunc) error {
	if j.file.path == "" && j.format != "fields" {
		return nil
	}
	j.file.outputs = o
	if _, err := j.file.open(j.out, j.errout); err != nil {
		return err
	}
	var line []byte
	write := func(add func(dst []byte) []byte) error {
		line = add(line[:0])
		_, err := j.lines.Write(line)
		return err
	}
	if j.format == "fields" {
		if err := write(j.fields.begin); err != nil {
			return err
		}
	}
	keep, bounds := j.keep(ctx), analyzer.Options{From: j.first, To: j.end}
	d := decoder.Decoder{Options: decoder.Options{Layouts: j.layouts}}
	last := ""
	opts.Parallel = 1 // in the order of the files
	opts.Packet = func(file string, p *capture.Packet) {
		if file != last {
			j.times, last = timeFormat{name: j.times.name}, file
		}
		if p.HasTime {
			j.times.see(p.Time)
		}
		if j.failed != nil || !bounds.Within(p.Time) {
			return
		}
		d.Options.Link = p.Link
		about := analyzer.FromCapture(p)
		m := d.Decode(p.Data)
		if keep != nil && (about.Foreign || !keep(m, about)) {
			return
		}
		if j.format == "fields" {
			j.failed = write(func(dst []byte) []byte { return j.fields.line(dst, m, about, &j.times) })
		}
		if j.failed == nil {
			j.failed = j.file.write(file, p, nil)
		}
		if j.failed != nil {
			cancel(j.failed)
		}
	}
	return nil
}

// closePackets gives all files their names, and says what --write wrote.
func (j *analyzeJob) closePackets(o *outputs) error {
	if err := j.file.close(j.errout); err != nil {
		return err
	}
	return o.commit()
}
