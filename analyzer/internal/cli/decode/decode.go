// Package decode has the commands about packets that are at hand, and about what is known of them.
package decode

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"fragscope/analyzer/filter"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/record"
	"fragscope/decoder"
	"fragscope/decoder/render"
	"fragscope/samples"
)

type decodeJob struct {
	format, protocol, from, color, expr   string
	input                                 string // what the input is, "" to detect it
	samples, layouts                      []string
	count                                 int64
	strict, full, listSamples, reassemble bool
	explain                               bool // how the input was read, not what is in it
	fields                                cli.FieldOutput
	times                                 cli.TimeFormat
	file                                  cli.PacketFile
	outputs                               cli.Outputs

	silent  bool // nothing is shown of the datagrams
	begun   bool // a datagram was shown with its time
	read    int64
	match   func(*decoder.Message, *record.Packet) bool // nil for all
	failed  error                                       // of --write
	options decoder.Options
	stream  render.Stream
	out     *cli.Output
	errout  io.Writer
	worst   decoder.Severity
	odd     bool // there is a problem, in what is decoded or with a capture
}

// Commands returns those that tell what is in packets, and what is known of them.
func Commands() []*cobra.Command {
	return []*cobra.Command{decodeCommand(), explainCommand(), layoutCommand(), requestCommand(), structureCommand(),
		wiresharkCommand()}
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
read too; --input raw says that the input is one packet as it is, --input text
that it never is. A capture (pcap, pcapng) is decoded packet by packet; in JSON each
then has its packet number, time, src, dst and direction. ndjson is a datagram a line,
without the status that json ends with.

--filter chooses datagrams, --count ends after so many, and --write keeps those
that pass as a capture; then they are shown only if --format is given as well.

` + cli.FieldsHelp() + `

With --explain-input the command prints how each paste was read: its format and
why, the lines and columns of each datagram, the text that was skipped, and how
else it can be read. Each line is a kind, a tab and its cells; --format json
gives one object.

Exit status: 0 when everything was decoded, whatever the problems; 1 with
--strict when a problem of a packet or of a capture is a warning or worse; 2
when something cannot be read; 130 after Ctrl-C. Existing files are not replaced
unless --force is given.

` + cli.FilterHelp(filter.Packets),
		Example: `  fragscope decode packet.txt
  xclip -o | fragscope decode --format tree
  fragscope decode --format json query.hex reply.hex
  fragscope decode --filter 'text("CTF")' --write ctf.pcapng evening.pcapng
  fragscope decode -T fields -e time -e src -e unreal2.info.hostname evening.pcapng
  fragscope decode --explain-input forum-post.txt
  fragscope decode --sample ut2004-info-reply`,
		RunE: j.run,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
	}
	f := c.Flags()
	cli.FormatFlag(c, &j.format, "table", Formats(), "")
	cli.ProtocolFlag(c, &j.protocol, "", "decode as this one; without it auto-detected; ", cli.ProtocolNames())
	cli.ChoiceFlag(c, &j.from, "from", "", "", "what the packets are: request or reply; without it auto-detected",
		[]string{"request", "reply"})
	cli.ChoiceFlag(c, &j.input, "input", "", "",
		"what the input is: raw, the bytes of one packet, or text, which is never the packet itself; without it "+
			"auto-detected", inputs)
	f.BoolVar(&j.strict, "strict", false, "exit with status 1 when a problem is a warning or worse")
	cli.SampleFlag(c, &j.samples)
	f.BoolVar(&j.listSamples, "list-samples", false, "list the embedded samples")
	cli.LayoutFlag(c, &j.layouts)
	cli.ColorFlag(c, &j.color)
	cli.FullFlag(c, &j.full)
	f.BoolVar(&j.reassemble, "reassemble", false,
		"reassemble what a paste has in parts before decoding: replies that were split, then TCP segments; without headers "+
			"they are one stream, in order")
	f.BoolVar(&j.explain, "explain-input", false,
		"print how the input was read: format, lines and columns of each datagram, skipped text, other readings")
	cli.FilterFlag(c, &j.expr, filter.Packets, "")
	cli.CountFlag(c, &j.count, "; those that --filter leaves out count as well")
	cli.WriteFlag(c, &j.file.Path)
	j.outputs.ForceFlag(c)
	j.times.Flag(c)
	j.fields.Flags(c)
	return c
}

func Formats() []string { return append(cli.FormatNames(), "fields") }

func (j *decodeJob) run(c *cobra.Command, files []string) error {
	j.errout = c.ErrOrStderr()
	j.file.Outputs = &j.outputs
	defer j.outputs.Discard()
	out, err := j.settle(c)
	if err != nil {
		return err
	}
	j.out = cli.NewOutput(out)
	ctx, stop := cli.UntilInterrupted(c.Context(), j.errout, &j.outputs)
	defer stop()
	if j.listSamples {
		for _, s := range samples.List() {
			j.out.Append(func(dst []byte) []byte { return append(dst, fmt.Sprintf("%-40s %s\n", s.Name, s.Description)...) })
		}
		return j.out.Flush()
	}
	if len(j.samples) > 0 && len(files) > 0 {
		return fmt.Errorf("--sample %s and a file: give one of them", j.samples[0])
	}
	if len(files) == 0 && len(j.samples) == 0 {
		files = []string{"-"}
	}
	if cli.IsTerminal(c.InOrStdin()) {
		for _, f := range files {
			if f == "-" {
				fmt.Fprintln(j.errout, "paste a packet, then press Ctrl-D")
			}
		}
	}
	if err := j.decode(ctx, files, cli.Stoppable(ctx, c.InOrStdin())); !cli.Interrupted(ctx) ||
		err != nil && !errors.Is(err, cli.ErrInterrupted) {
		return err
	}
	return cli.ExitStatus(cli.ExitInterrupted)
}

func (j *decodeJob) settle(c *cobra.Command) (io.Writer, error) {
	out := c.OutOrStdout()
	format, _ := render.FormatByName(j.format)
	j.options.Protocol, _ = decoder.ProtocolByName(j.protocol)
	var err error
	if j.options.Layouts, err = cli.ReadLayouts(j.layouts); err != nil {
		return nil, err
	}
	switch j.from {
	case "request":
		j.options.From = decoder.Request
	case "reply":
		j.options.From = decoder.Reply
	}
	if err := j.settleChoice(c); err != nil {
		return nil, err
	}
	width, _ := cli.PageSize(out)
	j.stream = render.Stream{
		Printer: render.Printer{Format: format, Options: render.Options{Width: width, Color: cli.Colors(j.color, out),
			Full: j.full}},
		Write: func(p []byte) { j.out.Write(p) },
	}
	if j.explain {
		if err := j.checkExplain(); err != nil {
			return nil, err
		}
	}
	return j.file.Open(out, j.errout)
}

func (j *decodeJob) settleChoice(c *cobra.Command) error {
	given := c.Flags().Changed
	formatted := given("format") || given("type")
	if err := j.fields.Settle(j.format == "fields", j.options.Layouts); err != nil {
		return err
	}
	if err := j.times.Settle(); err != nil {
		return err
	}
	if err := cli.CheckEnd(c, j.count, 0); err != nil {
		return err
	}
	for _, name := range []string{"filter", "count", "write", "time-format"} {
		switch {
		case !given(name):
		case j.explain:
			return fmt.Errorf("--explain-input and --%s: give one of them", name)
		case j.reassemble:
			return fmt.Errorf("--reassemble and --%s: give one of them", name)
		}
	}
	if given("force") && j.file.Path == "" {
		return errors.New("--force is for files: name one with --write")
	}
	if given("time-format") && j.format != "fields" && j.format != "table" && j.format != "tree" {
		return fmt.Errorf("--time-format is for --format table, tree and fields, not %s", j.format)
	}
	if j.file.Path != "" && j.strict {
		formatted = true // what is judged is shown
	}
	j.silent = j.file.Path != "" && !formatted
	if given("filter") {
		f, err := filter.Compile(j.expr, j.options.Layouts)
		if err != nil {
			return fmt.Errorf("%w; fragscope decode --help says what a filter can be", err)
		}
		j.match = f.Matcher(c.Context()).Match
	}
	return nil
}

// decode shows all inputs as one report: pastes may hold the parts of one reply.
func (j *decodeJob) decode(ctx context.Context, files []string, stdin io.Reader) error {
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
	for _, name := range j.samples {
		if err := open(openSample(name)); err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := open(openFile(ctx, f, stdin, j.input)); err != nil {
			return err
		}
	}
	show := j.show
	switch {
	case j.explain:
		show = func(_ context.Context, s []*source) error { return j.explainInput(s) }
	case j.reassemble:
		show = func(_ context.Context, s []*source) error { return j.showStreams(s) }
	}
	err := show(ctx, sources)
	if flushErr := j.out.Flush(); err == nil {
		err = flushErr
	}
	if err == nil || errors.Is(err, cli.ErrInterrupted) {
		if closeErr := j.file.Close(j.errout); closeErr != nil {
			err = closeErr
		}
	}
	if worst, odd := j.stream.Worst(); odd {
		j.judge(worst)
	}
	if err == nil && j.strict && j.odd && j.worst >= decoder.SeverityWarning {
		return cli.ErrProblem
	}
	return err
}
