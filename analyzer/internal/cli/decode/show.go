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

func (j *decodeJob) tell(s *source) {
	if s.about != "" {
		fmt.Fprintf(j.errout, "%s: %s\n", cli.Escape(s.name), cli.Escape(s.about))
	}
	for _, n := range s.notes {
		fmt.Fprintf(j.errout, "%s: %s\n", cli.Escape(s.name), cli.Escape(n))
	}
}

// optionsFor prefers what the flags say to what the source says.
func (j *decodeJob) optionsFor(d datagram) decoder.Options {
	o := j.options
	if o.From == decoder.DirectionUnknown {
		o.From = d.from
	}
	o.Link = d.link
	return o
}

func (j *decodeJob) show(ctx context.Context, sources []*source) error {
	var d decoder.Decoder
	j.begin()
	defer j.end()
	for _, s := range sources {
		number := int64(0)
		j.times = cli.TimeFormat{Name: j.times.Name}
		err := s.each(func(p datagram) bool {
			d.Options = j.optionsFor(p)
			number++
			j.read++
			j.take(s, p, number, d.Decode(p.data))
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

func (j *decodeJob) take(s *source, p datagram, number int64, m *decoder.Message) {
	about := record.Packet{Number: number, NoTime: true, Link: p.link, Data: p.data}
	if p.packet != nil {
		about = record.FromCapture(p.packet)
		if p.packet.HasTime {
			j.times.See(p.packet.Time)
		}
	}
	if j.match != nil && !j.match(m, &about) {
		return
	}
	if j.file.Path != "" {
		if p.packet != nil {
			j.failed = j.file.Write(s.name, p.packet, s.capture.Interfaces())
		} else {
			j.failed = j.file.Datagram(s.name, m)
		}
	}
	switch {
	case j.silent:
	case j.format == "fields":
		j.out.Append(func(dst []byte) []byte { return j.fields.Line(dst, m, &about, &j.times) })
	default:
		if j.times.Name != "" && p.packet != nil {
			j.out.Append(func(dst []byte) []byte {
				if j.begun {
					dst = append(dst, '\n')
				}
				j.begun = true
				return append(append(dst, cli.Escape(cli.AboutPacket(s.capture, p.packet, &j.times))...), '\n')
			})
		}
		j.stream.Printer.About = j.stream.Printer.About[:0]
		if p.packet != nil {
			j.stream.Printer.About = p.packet.AppendOrigin(j.stream.Printer.About, m)
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

func (j *decodeJob) showStreams(sources []*source) error {
	var segments []*decoder.Message
	number := int64(0)
	show := func(m *decoder.Message) {
		number++
		j.take(sources[0], datagram{data: m.Data}, number, m)
	}
	j.begin()
	defer j.end()
	for _, s := range sources {
		if s.capture != nil {
			return fmt.Errorf("%s: --reassemble is for pastes; fragscope analyze reassembles the connections of a capture",
				s.name)
		}
		if err := s.each(func(p datagram) bool {
			segments = append(segments, decoder.Decode(slices.Clone(p.data), j.optionsFor(p)))
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

func (j *decodeJob) problems(s *source) {
	if s.capture == nil {
		return
	}
	list := s.capture.Problems()
	for _, p := range list {
		fmt.Fprintf(j.errout, "%s: %s\n", cli.Escape(s.name), cli.Escape(p.String()))
		j.judge(p.Code.Info().Severity)
	}
	if more := s.capture.Stats().Problems - int64(len(list)); more > 0 {
		fmt.Fprintf(j.errout, "%s: %s\n", cli.Escape(s.name), export.Many(more, "more problem", "more problems"))
		j.judge(decoder.SeverityWarning)
	}
}

func (j *decodeJob) judge(s decoder.Severity) {
	j.odd = true
	j.worst = max(j.worst, s)
}
