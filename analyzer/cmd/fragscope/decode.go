package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"fragscope/decoder"
	"fragscope/decoder/render"
	"fragscope/decoder/wire/protocol"
	"fragscope/samples"
)

// A decodeJob is one run of fragscope decode.
type decodeJob struct {
	format, protocol, from, color, sample string
	strict, full, listSamples, reassemble bool
	explain                               bool // how the input was read, not what is in it

	options decoder.Options
	stream  render.Stream
	out     *output
	errout  io.Writer
	worst   decoder.Severity
	odd     bool // there is a problem, in what is decoded or with a capture
}

func decodeCommand() *cobra.Command {
	j := &decodeJob{}
	c := &cobra.Command{
		Use:   "decode [FILE…|-]",
		Short: "Decode packets from pasted text, raw bytes or a capture",
		Long: `Decode packets field by field.

Packets come from files, or from standard input when none is named or the name
is "-". Text may be any usual dump or copy of packets: plain hex, xxd, hexdump,
od, tcpdump, tshark, Wireshark, literals of programming languages, base64,
escaped text; the format is detected and reported on standard error. In plain
hex a blank line ends a datagram and # starts a comment. Raw bytes and gzip are
read too. A capture (pcap, pcapng) is decoded packet by packet.

With --explain-input the command prints how each paste was read: its format and
why, the lines and columns of each datagram, the text that was skipped, and how
else it can be read. Each line is a kind, a tab and its cells; --format json
gives one object.

Exit status: 0 when everything was decoded, whatever the problems; 1 with
--strict when a problem of a packet or of a capture is a warning or worse; 2
when something cannot be read.`,
		Example: `  fragscope decode packet.txt
  xclip -o | fragscope decode --format tree
  fragscope decode --format json query.hex reply.hex
  fragscope decode --explain-input forum-post.txt
  fragscope decode --sample ut2004-info-reply`,
		RunE: j.run,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
	}
	f := c.Flags()
	f.StringVarP(&j.format, "format", "f", "table", oneOf(formatNames()))
	f.StringVarP(&j.protocol, "protocol", "p", "", "decode as this protocol; without it auto-detected ("+oneOf(protocolNames())+")")
	f.StringVar(&j.from, "from", "", "what the packets are: request or reply; without it auto-detected")
	f.BoolVar(&j.strict, "strict", false, "exit with status 1 when a problem is a warning or worse")
	f.StringVarP(&j.sample, "sample", "s", "", "decode an embedded sample")
	f.BoolVar(&j.listSamples, "list-samples", false, "list the embedded samples")
	f.StringVar(&j.color, "color", "auto", "colours: auto, always or never")
	f.BoolVar(&j.full, "full", false, "show every byte, every character, and what is known about each field")
	f.BoolVar(&j.reassemble, "reassemble", false, "reassemble what a paste has in parts before decoding: replies that were split, then TCP segments; without headers they are one stream, in order")
	f.BoolVar(&j.explain, "explain-input", false, "print how the input was read: format, lines and columns of each datagram, skipped text, other readings")
	complete(c, "format", formatNames())
	complete(c, "protocol", protocolNames())
	complete(c, "from", []string{"request", "reply"})
	complete(c, "color", []string{"auto", "always", "never"})
	var names []cobra.Completion
	for _, s := range samples.List() {
		names = append(names, cobra.CompletionWithDesc(s.Name, s.Description))
	}
	complete(c, "sample", names)
	return c
}

// complete offers values for a flag to the shell.
func complete(c *cobra.Command, flag string, values []cobra.Completion) {
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag is defined above
	}
}

func formatNames() []string {
	return []string{"table", "tree", "markdown", "json", "ndjson", "csv"}
}

func protocolNames() []string {
	var names []string
	for _, p := range decoder.Protocols() {
		names = append(names, p.String())
	}
	return names
}

func (j *decodeJob) run(c *cobra.Command, files []string) error {
	j.errout = c.ErrOrStderr()
	j.out = newOutput(c.OutOrStdout())
	if err := j.settle(c.OutOrStdout()); err != nil {
		return err
	}
	if j.listSamples {
		for _, s := range samples.List() {
			j.out.append(func(dst []byte) []byte { return append(dst, fmt.Sprintf("%-40s %s\n", s.Name, s.Description)...) })
		}
		return j.out.flush()
	}
	if j.sample != "" && len(files) > 0 {
		return fmt.Errorf("--sample %s and a file: give one of them", j.sample)
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	if j.sample == "" && isTerminal(c.InOrStdin()) {
		for _, f := range files {
			if f == "-" {
				fmt.Fprintln(j.errout, "paste a packet, then press Ctrl-D")
			}
		}
	}
	return j.decode(files, c.InOrStdin())
}

// settle turns the flags into what the packages take.
func (j *decodeJob) settle(out io.Writer) error {
	format, ok := render.FormatByName(j.format)
	if !ok {
		return fmt.Errorf("--format %q is not %s", j.format, oneOf(formatNames()))
	}
	if j.protocol != "" {
		if j.options.Protocol, ok = protocol.ByName(j.protocol); !ok || j.options.Protocol == decoder.Unknown {
			return fmt.Errorf("--protocol %q is not %s", j.protocol, oneOf(protocolNames()))
		}
	}
	switch j.from {
	case "":
	case "request":
		j.options.From = decoder.Request
	case "reply":
		j.options.From = decoder.Reply
	default:
		return fmt.Errorf("--from %q is not request or reply", j.from)
	}
	color, err := colors(j.color, out)
	if err != nil {
		return err
	}
	j.stream = render.Stream{
		Printer: render.Printer{Format: format, Options: render.Options{Width: pageWidth(out), Color: color, Full: j.full}},
		Append:  j.out.append,
	}
	if j.explain {
		return j.checkExplain()
	}
	return nil
}

// decode shows all inputs as one report. Pastes may hold the parts of one
// reply, so they are put together; a capture is shown packet by packet.
func (j *decodeJob) decode(files []string, stdin io.Reader) error {
	var sources []*source
	defer func() {
		for _, s := range sources {
			s.done()
		}
	}()
	open := func(s *source, err error) error {
		if err != nil {
			return err
		}
		sources = append(sources, s)
		j.stream.Alone = j.stream.Alone || s.capture != nil
		if !j.explain {
			j.tell(s)
		}
		return nil
	}
	if j.sample != "" {
		if err := open(openSample(j.sample)); err != nil {
			return err
		}
	} else {
		for _, f := range files {
			if err := open(openFile(f, stdin)); err != nil {
				return err
			}
		}
	}
	show := j.show
	if j.explain {
		show = j.explainInput
	}
	err := show(sources)
	if flushErr := j.out.flush(); err == nil {
		err = flushErr
	}
	if worst, odd := j.stream.Worst(); odd {
		j.judge(worst)
	}
	if err == nil && j.strict && j.odd && j.worst >= decoder.SeverityWarning {
		return errProblem
	}
	return err
}

// tell says on standard error what an input was taken for.
func (j *decodeJob) tell(s *source) {
	if s.about != "" {
		fmt.Fprintf(j.errout, "%s: %s\n", escape(s.name), escape(s.about))
	}
	for _, n := range s.notes {
		fmt.Fprintf(j.errout, "%s: %s\n", escape(s.name), escape(n))
	}
}

// optionsFor returns how to decode d: what the flags say counts more than what
// its source does.
func (j *decodeJob) optionsFor(d datagram) decoder.Options {
	o := j.options
	if o.From == decoder.DirectionUnknown {
		o.From = d.from
	}
	o.Link = d.link
	return o
}

// show decodes the datagrams of all sources, and shows each as soon as it can
// be shown.
func (j *decodeJob) show(sources []*source) error {
	var d decoder.Decoder
	defer j.stream.End()
	if j.reassemble {
		return j.showStreams(sources)
	}
	for _, s := range sources {
		err := s.each(func(p datagram) bool {
			d.Options = j.optionsFor(p)
			j.stream.Datagram(d.Decode(p.data))
			return j.out.err == nil
		})
		if err != nil {
			return err
		}
		j.problems(s)
	}
	return nil
}

// showStreams decodes what the TCP segments of all sources say together.
func (j *decodeJob) showStreams(sources []*source) error {
	var segments []*decoder.Message
	for _, s := range sources {
		if s.capture != nil {
			return fmt.Errorf("%s: --reassemble is for pastes; fragscope analyze reassembles the connections of a capture", s.name)
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
			j.stream.Datagram(r.Whole)
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
	for _, s := range decoder.Reassemble(segments) {
		used += len(s.Segments)
		if s.Missing > 0 {
			fmt.Fprintf(j.errout, "datagram %d: %s missing before it\n", places[s.Segments[0]]+1, count(s.Missing, "byte is", "bytes are"))
			j.judge(decoder.SeverityWarning)
		}
		o := j.options
		o.Link, o.Stream, o.SrcPort, o.DstPort = decoder.LinkNone, true, s.SrcPort, s.DstPort
		j.stream.Datagram(decoder.Decode(s.Data, o))
	}
	if left := len(segments) - used; left > 0 {
		fmt.Fprintf(j.errout, "%s nothing to a TCP connection and left out\n", count(left, "datagram adds", "datagrams add"))
	}
	return nil
}

// problems shows what is wrong with a capture, once it has been read.
func (j *decodeJob) problems(s *source) {
	if s.capture == nil {
		return
	}
	list := s.capture.Problems()
	for _, p := range list {
		fmt.Fprintf(j.errout, "%s: %s\n", escape(s.name), escape(p.String()))
		j.judge(p.Code.Info().Severity)
	}
	if more := s.capture.Stats().Problems - int64(len(list)); more > 0 {
		fmt.Fprintf(j.errout, "%s: %s\n", escape(s.name), count(int(more), "more problem", "more problems"))
		j.judge(decoder.SeverityWarning)
	}
}

// judge remembers the worst problem, for --strict.
func (j *decodeJob) judge(s decoder.Severity) {
	j.odd = true
	j.worst = max(j.worst, s)
}
