package analyze

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/record"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
)

func (j *analyzeJob) settlePackets(c *cobra.Command, single bool) error {
	if err := j.fields.Settle(j.format == "fields" && !single, j.layouts); err != nil {
		return err
	}
	if err := j.times.Settle(); err != nil {
		return err
	}
	switch {
	case c.Flags().Changed("time-format") && !single && j.format != "fields":
		return fmt.Errorf("--time-format is for --format fields and --packet, not --format %s", j.format)
	case j.file.Path == "" && j.format != "fields":
		return nil
	case j.file.Path != "" && (single || j.format == "pcapng"):
		return errors.New("--write is not for --packet or --format pcapng: give one of them")
	case j.file.Path == "-" && j.toStdout():
		return errors.New("--write - and the result would both be on standard output: name a file with --output or --write")
	}
	return nil
}

// openPackets begins the file of --write, and lets opts print and write each
// packet that passes: a worker notes that of what it has decoded, and the lines and
// packets are written in their order.
func (j *analyzeJob) openPackets(o *cli.Outputs, opts *scan.Options, cancel context.CancelCauseFunc) error {
	if j.file.Path == "" && j.format != "fields" {
		return nil
	}
	j.file.Outputs = o
	if _, err := j.file.Open(j.out, j.errout); err != nil {
		return err
	}
	printed := j.format == "fields"
	if printed {
		if _, err := j.lines.Write(j.fields.Begin(nil)); err != nil {
			return err
		}
	}
	opts.Analyzer.Look = func() record.Look {
		fields, d := j.fields.Clone(), decoder.Decoder{Options: decoder.Options{Layouts: j.layouts}}
		return func(m *decoder.Message, p *record.Packet, _ string) {
			switch {
			case p.LeftOut:
			case printed:
				if m == nil {
					d.Options.Link = p.Link
					m = d.Decode(p.Data)
				}
				p.Note = fields.Line(p.Note, m, p, nil)
			default:
				p.Note = append(p.Note, '\n')
			}
		}
	}
	seen := &seenTimes{}
	opts.Parallel = 1 // in the order of the files
	opts.Packet = func(file string, p *capture.Packet) { seen.add(file, p) }
	var line []byte
	opts.Noted = func(file string, p *capture.Packet, note []byte) {
		if j.failed != nil || !seen.upTo(file, p, &j.times) {
			return
		}
		if printed {
			line = line[:0]
			for text := range bytes.SplitAfterSeq(note, []byte{cli.TimeMark}) {
				if text, cut := bytes.CutSuffix(text, []byte{cli.TimeMark}); cut {
					line = j.times.Append(append(line, text...), "utc")
				} else {
					line = append(line, text...)
				}
			}
			_, j.failed = j.lines.Write(line)
		}
		if j.failed == nil {
			j.failed = j.file.Write(file, p, nil)
		}
		if j.failed != nil {
			cancel(j.failed)
		}
	}
	return nil
}

// seenTimes are the times of packets that were read and not yet written: some
// formats of a time depend on those of packets that do not pass.
type seenTimes struct {
	mu    sync.Mutex
	queue []seenTime
	file  string // of the packets that were written last
}

type seenTime struct {
	file    string
	number  int64
	time    int64
	hasTime bool
}

func (s *seenTimes) add(file string, p *capture.Packet) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, seenTime{file, p.Number, p.Time, p.HasTime})
}

// upTo shows t the times of packets up to p, the next that is written. It is false
// for a packet that was not added: it came after the last that was wanted.
func (s *seenTimes) upTo(file string, p *capture.Packet, t *cli.TimeFormat) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, q := range s.queue {
		if q.file != s.file {
			*t, s.file = cli.TimeFormat{Name: t.Name}, q.file
		}
		if q.hasTime {
			t.See(q.time)
		}
		if q.file == file && q.number == p.Number {
			s.queue = s.queue[i+1:]
			return true
		}
	}
	s.queue = nil
	return false
}

func (j *analyzeJob) closePackets(o *cli.Outputs) error {
	if err := j.file.Close(j.errout); err != nil {
		return err
	}
	return o.Commit()
}
