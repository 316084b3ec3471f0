package decode

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/record"
	"fragscope/decoder"
)

func (j *decodeJob) tell(s *cli.Source) {
	if s.About != "" {
		fmt.Fprintf(j.errout, "%s: %s\n", cli.Escape(s.Name), cli.Escape(s.About))
	}
	for _, n := range s.Notes {
		fmt.Fprintf(j.errout, "%s: %s\n", cli.Escape(s.Name), cli.Escape(n))
	}
}

// optionsFor prefers what the flags say to what the source says.
func (j *decodeJob) optionsFor(d cli.Datagram) decoder.Options {
	o := j.options
	if o.From == decoder.DirectionUnknown {
		o.From = d.From
	}
	o.Link = d.Link
	return o
}

func (j *decodeJob) show(ctx context.Context, sources []*cli.Source) error {
	var d decoder.Decoder
	j.begin()
	defer j.end()
	for _, s := range sources {
		number := int64(0)
		j.times = cli.TimeFormat{Name: j.times.Name}
		err := s.Each(func(p cli.Datagram) bool {
			d.Options = j.optionsFor(p)
			number++
			j.read++
			j.take(s, p, number, d.Decode(p.Data))
			return j.out.Err == nil && j.failed == nil && (j.count == 0 || j.read < j.count) && ctx.Err() == nil
		})
		if err = errors.Join(err, j.failed); err != nil {
			return err
		}
		j.problems(s)
		if ctx.Err() != nil || j.count > 0 && j.read >= j.count {
			break
		}
	}
	return nil
}

func (j *decodeJob) take(s *cli.Source, p cli.Datagram, number int64, m *decoder.Message) {
	about := record.Packet{Number: number, NoTime: true, Link: p.Link, Data: p.Data}
	if p.Packet != nil {
		about = record.FromCapture(p.Packet)
		if p.Packet.HasTime {
			j.times.See(p.Packet.Time)
		}
	}
	if j.match != nil && !j.match(m, &about) {
		return
	}
	if j.file.Path != "" {
		if p.Packet != nil {
			j.failed = j.file.Write(s.Name, p.Packet, s.Capture.Interfaces())
		} else {
			j.failed = j.file.Datagram(s.Name, m)
		}
	}
	switch {
	case j.silent:
	case j.format == "fields":
		j.out.Append(func(dst []byte) []byte { return j.fields.Line(dst, m, &about, &j.times) })
	default:
		if j.times.Name != "" && p.Packet != nil {
			j.out.Append(func(dst []byte) []byte {
				if j.begun {
					dst = append(dst, '\n')
				}
				j.begun = true
				return append(append(dst, cli.Escape(cli.AboutPacket(s.Capture, p.Packet, &j.times))...), '\n')
			})
		}
		j.stream.Printer.About = j.stream.Printer.About[:0]
		if p.Packet != nil {
			j.stream.Printer.About = p.Packet.AppendOrigin(j.stream.Printer.About, m)
		}
		j.stream.Datagram(m)
	}
}

func (j *decodeJob) begin() {
	if j.format == "fields" {
		j.out.Append(j.fields.Begin)
	}
}

func (j *decodeJob) end() {
	if j.format != "fields" && !j.silent {
		j.stream.End()
	}
}

func (j *decodeJob) showStreams(sources []*cli.Source) error {
	var segments []*decoder.Message
	number := int64(0)
	show := func(m *decoder.Message) {
		number++
		j.take(sources[0], cli.Datagram{Data: m.Data}, number, m)
	}
	j.begin()
	defer j.end()
	for _, s := range sources {
		if s.Capture != nil {
			return fmt.Errorf("%s: --reassemble is for pastes; fragscope analyze reassembles the connections of a capture",
				s.Name)
		}
		if err := s.Each(func(p cli.Datagram) bool {
			segments = append(segments, decoder.Decode(slices.Clone(p.Data), j.optionsFor(p)))
			return true
		}); err != nil {
			return err
		}
	}
	used := 0
	split := map[int]bool{}
	for _, r := range decoder.Assemble(segments) {
		if r.Whole != nil {
			for _, i := range slices.Concat(r.Datagrams, r.Duplicates) {
				split[i] = true
			}
			show(r.Whole)
		}
	}
	var places []int // of the segments that are left
	for i := range segments {
		if !split[i] {
			segments[len(places)] = segments[i]
			places = append(places, i)
		}
	}
	segments = segments[:len(places)]
	var said []*decoder.Message // by each side of a connection
	for _, s := range decoder.Reassemble(segments) {
		used += len(s.Segments)
		if s.Missing > 0 {
			fmt.Fprintf(j.errout, "datagram %d: %s missing before it\n", places[s.Segments[0]]+1,
				export.Many(s.Missing, "byte is", "bytes are"))
			j.judge(decoder.SeverityWarning)
		}
		o := j.options
		o.Link, o.Stream, o.SrcPort, o.DstPort = decoder.LinkNone, true, s.SrcPort, s.DstPort
		said = append(said, decoder.Decode(s.Data, o))
	}
	sets := decoder.Assemble(said)
	for _, m := range said {
		show(m)
	}
	for _, r := range sets { // what they have encrypted
		if r.Whole != nil {
			show(r.Whole)
		}
	}
	if left := len(segments) - used; left > 0 {
		fmt.Fprintf(j.errout, "%s nothing to a TCP connection and left out\n",
			export.Many(left, "datagram adds", "datagrams add"))
	}
	return nil
}

func (j *decodeJob) problems(s *cli.Source) {
	if s.Capture == nil {
		return
	}
	list := s.Capture.Problems()
	for _, p := range list {
		fmt.Fprintf(j.errout, "%s: %s\n", cli.Escape(s.Name), cli.Escape(p.String()))
		j.judge(p.Code.Info().Severity)
	}
	if more := s.Capture.Stats().Problems - int64(len(list)); more > 0 {
		fmt.Fprintf(j.errout, "%s: %s\n", cli.Escape(s.Name), export.Many(more, "more problem", "more problems"))
		j.judge(decoder.SeverityWarning)
	}
}

func (j *decodeJob) judge(s decoder.Severity) {
	j.odd = true
	j.worst = max(j.worst, s)
}
