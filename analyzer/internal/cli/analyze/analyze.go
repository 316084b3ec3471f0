// Package analyze has the command that explains captures.
package analyze

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/internal/cli/capture"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

type analyzeJob struct {
	format, output, csv, expr, since, until, progress, color string
	packet                                                   int64
	tables                                                   []string
	maxFlows, maxServers, maxDetails, top                    int

	live        capture.Live
	files       cli.Outputs
	fields      cli.FieldOutput
	times       cli.TimeFormat
	file        cli.PacketFile
	failed      error     // of the packets that are printed or written
	lines       io.Writer // where lines of fields go
	formatGiven bool
	topGiven    bool
	filter      *filter.Filter
	layoutFiles []string
	layouts     *wire.Layouts
	first, end  int64 // bounds of time, 0 for none
	stdin       io.Reader
	out, errout io.Writer
	colored     bool
}

const analyzeAbout = `Explain captures: who queried what, who answered, how fast, what was lost, and how
each server changed over time.

Captures are pcap, pcapng or snoop, plain or compressed with gzip, zstd, lz4 or
bzip2. Several files, and folders with all captures in them, are added up; "-" is
standard input. Files may be far larger than memory. Queries are found on any
port, by what they say. --interface captures from a network interface instead,
until Ctrl-C; fragscope capture --help says which permission that needs.

Formats:
  report   what the captures hold, on a screen
  json     the whole report as one object
  ndjson   an exchange a line, while they are found; --table for others
  csv      the same for spreadsheets: no text begins as a formula does; with
           --csv plain for programs: each text is as it is in the other formats
  parquet  a file for each table, for DuckDB, Spark, ClickHouse; --output names
           a folder
  pcapng   the capture with what each packet says as its comment, for Wireshark
  html     one page with plots, to pass on; works offline
  plots    players, round-trip times and exchanges over time, as SVG and PNG;
           --output names a folder
  fields   values of fields, a line for each packet: see below

--filter chooses packets, --since and --until times. --write keeps the packets that
pass as a capture; with --format pcapng each has a comment, and all are kept.

Existing files are not replaced unless --force is given. New ones appear when
they are complete.

Ctrl-C ends reading; what was found until then is written. Again: end at once.

Exit status: 0 when everything was read; 1 when some captures could not be; 2
when nothing could be read or the result not be written; 130 after Ctrl-C.`

func Command() *cobra.Command {
	j := &analyzeJob{}
	c := &cobra.Command{
		Use:   "analyze CAPTURE…",
		Short: "Explain captures: exchanges, servers over time, losses, problems",
		Long: analyzeAbout + "\n\n" + cli.FieldsHelp() + "\n\n" + tableHelp() + "\n\n" +
			cli.FilterHelp(filter.Packets|filter.Exchanges),
		Example: `  fragscope analyze session.pcapng
  fragscope analyze --filter 'protocol == "gamespy1" and problem("*")' captures/
  fragscope analyze --format csv --table players --output players.csv session.pcapng
  fragscope analyze --packet 12 --format tree session.pcapng
  fragscope analyze -T fields -e src -e 'gamespy1.pair[hostname]' -E separator=, captures/
  fragscope analyze --filter 'net("192.0.2.0/24")' --write part.pcapng session.pcapng
  tcpdump -w - udp | fragscope analyze -
  fragscope analyze --interface eth0 --for 5m --format html --output evening.html`,
		Args: func(_ *cobra.Command, args []string) error {
			if j.live.Name != "" && len(args) > 0 {
				return errors.New("--interface captures packets, so no captures can be named as well")
			}
			if len(args) == 0 && j.live.Name == "" {
				return errors.New("name a capture, a folder of captures, or - for standard input; see fragscope analyze --help")
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: j.run,
	}
	f := c.Flags()
	cli.FormatFlag(c, &j.format, "report", analyzeFormats(), "; with --packet "+cli.OneOf(cli.FormatNames()), "table",
		"tree",
		"markdown")
	f.StringVarP(&j.output, "output", "o", "",
		"file to write to, a folder for parquet and plots; without it standard output")
	j.files.ForceFlag(c)
	f.StringSliceVar(&j.tables, "table", nil,
		"for ndjson and csv one, else exchanges; for parquet several, else all but fields: "+cli.OneOf(export.TableNames()))
	cli.ChoiceFlag(c, &j.csv, "csv", "", "guarded",
		"for csv: guarded, with an apostrophe before a text that a spreadsheet would compute, or plain", csvForms)
	cli.FilterFlag(c, &j.expr, filter.Packets|filter.Exchanges, "")
	cli.LayoutFlag(c, &j.layoutFiles)
	f.StringVar(&j.since, "since", "", "only packets from this time on, such as \"2026-01-31 20:00:00\", in UTC")
	f.StringVar(&j.until, "until", "", "only packets before this time")
	f.Int64Var(&j.packet, "packet", 0, "decode one packet in full, by its number")
	cli.TopFlag(c, &j.top, 10, "; in HTML 100 unless given")
	f.IntVar(&j.maxFlows, "max-flows", 200_000, "flows kept concurrently; more are evicted and counted")
	f.IntVar(&j.maxServers, "max-servers", 200_000, "servers kept; more are evicted and counted")
	f.IntVar(&j.maxDetails, "max-details", 65_536,
		"stays, scores and teams of players kept of all servers together, and four times as many values of rules, names "+
			"and counts; more are thinned out and counted")
	j.live.Flags(c)
	cli.ProgressFlag(c, &j.progress)
	cli.ColorFlag(c, &j.color)
	cli.WriteFlag(c, &j.file.Path)
	j.times.Flag(c)
	j.fields.Flags(c)
	cli.Complete(c, "table", export.TableNames())
	return c
}

var csvForms = []string{"guarded", "plain"}

func analyzeFormats() []string {
	return []string{"report", "json", "ndjson", "csv", "parquet", "pcapng", "html", "plots", "fields"}
}

func tableHelp() string {
	var b strings.Builder
	b.WriteString("Tables; a row is\n")
	for _, t := range export.Tables() {
		fmt.Fprintf(&b, "  %-9s  %s\n", t.Name, t.Doc)
	}
	b.WriteString("file, packet, server_id and exchange_id join them.")
	return b.String()
}

func (j *analyzeJob) run(c *cobra.Command, paths []string) error {
	j.stdin, j.out, j.errout = c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr()
	given := c.Flags().Changed
	j.formatGiven, j.topGiven = given("format") || given("type"), given("top")
	if err := j.settle(c); err != nil {
		return err
	}
	outputs := &j.files
	defer outputs.Discard()
	ctx, stop := cli.UntilInterrupted(c.Context(), j.errout, outputs)
	defer stop()
	j.stdin = cli.Stoppable(ctx, j.stdin)
	switch {
	case c.Flags().Changed("packet"):
		return j.showPacket(ctx, paths)
	case j.format == "pcapng":
		return j.annotate(ctx, paths, outputs)
	}
	return j.analyze(ctx, paths, outputs)
}

func (j *analyzeJob) settle(c *cobra.Command) error {
	single := c.Flags().Changed("packet")
	if single && j.formatGiven && !slices.Contains(cli.FormatNames(), j.format) {
		return fmt.Errorf("--format %q: a packet is shown as %s", j.format, cli.OneOf(cli.FormatNames()))
	}
	if !single && !slices.Contains(analyzeFormats(), j.format) {
		return fmt.Errorf("--format %q is for --packet", j.format)
	}
	if err := j.settleTables(c); err != nil {
		return err
	}
	var err error
	if j.layouts, err = cli.ReadLayouts(j.layoutFiles); err != nil {
		return err
	}
	if err := j.settlePackets(c, single); err != nil {
		return err
	}
	if err := cli.CheckTop(j.top); err != nil {
		return err
	}
	for flag, v := range map[string]int{"max-flows": j.maxFlows, "max-servers": j.maxServers,
		"max-details": j.maxDetails} {
		if v < 1 {
			return fmt.Errorf("--%s %d: expected a number above 0", flag, v)
		}
	}
	if single && j.packet < 1 {
		return fmt.Errorf("--packet %d: packets are counted from 1", j.packet)
	}
	if err := j.live.Settle(c); err != nil {
		return err
	}
	if j.live.Name != "" && (single || j.format == "pcapng") {
		return errors.New("--interface is for reports and tables, not for --packet or --format pcapng; fragscope capture " +
			"--write keeps the packets")
	}
	if j.output == "" && !single && (j.format == "parquet" || j.format == "plots") {
		return fmt.Errorf("--format %s writes several files: name a folder with --output", j.format)
	}
	if j.output == "" && !single && j.format == "pcapng" && cli.IsTerminal(j.out) {
		return errors.New("--format pcapng is nothing for a terminal: name a file with --output")
	}
	if c.Flags().Changed("filter") {
		if j.filter, err = filter.CompileFor(j.expr, filter.Packets|filter.Exchanges, j.layouts); err != nil {
			return fmt.Errorf("%w; fragscope analyze --help says what a filter can be", err)
		}
		if j.filter.About()&filter.Packets == 0 && (single || !slices.Equal(j.tables, []string{"exchanges"})) {
			return errors.New("--filter asks for what only exchanges have: give --table exchanges, and --format csv, ndjson " +
				"or parquet")
		}
	}
	for _, b := range []struct {
		flag, text string
		to         *int64
	}{{"since", j.since, &j.first}, {"until", j.until, &j.end}} {
		if b.text == "" {
			continue
		}
		if *b.to, err = filter.ParseTime(b.text); err != nil {
			return fmt.Errorf("--%s %q: %w", b.flag, b.text, err)
		}
	}
	if j.first != 0 && j.end != 0 && j.first >= j.end {
		return fmt.Errorf("--since %q is not before --until %q", j.since, j.until)
	}
	j.colored = cli.Colors(j.color, j.out)
	return nil
}

// keep returns nil when all packets count.
func (j *analyzeJob) keep(ctx context.Context) func(*decoder.Message, *record.Packet) bool {
	if j.filter == nil || j.filter.About()&filter.Packets == 0 {
		return nil
	}
	return j.filter.Matcher(ctx).Match
}

func (j *analyzeJob) analyze(ctx context.Context, paths []string, outputs *cli.Outputs) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s, err := j.sink(outputs)
	if err != nil {
		return err
	}
	progress := &scan.Progress{}
	opts := scan.Options{
		Analyzer: record.Options{MaxFlows: j.maxFlows, MaxServers: j.maxServers, MaxDetails: j.maxDetails, From: j.first,
			To:      j.end,
			Layouts: j.layouts},
		Stdin: j.stdin, Progress: progress,
	}
	if j.keep(ctx) != nil {
		opts.Analyzer.Keep = func() func(*decoder.Message, *record.Packet) bool { return j.keep(ctx) }
	}
	opts.Exchanges, opts.Record = s.Into(cancel) // when nothing more can be written it does not read on
	if j.filter != nil && j.keep(ctx) == nil {
		opts.Exchanges = j.filter.Exchanges(ctx, opts.Exchanges)
	}
	if err := j.openPackets(outputs, &opts, cancel); err != nil {
		return err
	}
	var report *report.Report
	if j.live.Name != "" {
		report, err = j.live.Read(ctx, j.errout, j.progress, opts)
	} else {
		stop := j.showProgress(progress)
		report, err = scan.Files(ctx, paths, opts)
		stop()
	}
	if cause := context.Cause(ctx); cause != nil && !cli.Interrupted(ctx) {
		return cause
	}
	failed := fileErrors(err)
	if len(report.Files) == 0 {
		return j.nothing(ctx, paths, failed)
	}
	cli.Complain(j.errout, failed...)
	if err := s.Finish(report, j.remark(ctx, len(failed))); err != nil {
		return err
	}
	if err := j.closePackets(outputs); err != nil {
		return err
	}
	switch {
	case cli.Interrupted(ctx):
		return cli.ExitStatus(cli.ExitInterrupted)
	case len(failed) > 0:
		return cli.ExitStatus(cli.ExitProblem)
	}
	return nil
}

func (j *analyzeJob) nothing(ctx context.Context, paths []string, failed []error) error {
	switch {
	case cli.Interrupted(ctx):
		return cli.ExitStatus(cli.ExitInterrupted)
	case len(failed) == 0:
		return fmt.Errorf("%s: found no captures there; expected pcap, pcapng or snoop files", strings.Join(paths, ", "))
	}
	cli.Complain(j.errout, failed[:len(failed)-1]...)
	return failed[len(failed)-1]
}

func (j *analyzeJob) remark(ctx context.Context, failed int) string {
	var text []string
	if cli.Interrupted(ctx) && j.live.Name == "" {
		text = append(text, "Reading was stopped; this is what was found until then.")
	}
	if failed == 1 {
		text = append(text, "One capture could not be read.")
	} else if failed > 1 {
		text = append(text, fmt.Sprintf("%d captures could not be read.", failed))
	}
	if j.first != 0 || j.end != 0 {
		bounds := "Only packets"
		if j.first != 0 {
			bounds += " from " + j.since
		}
		if j.end != 0 {
			bounds += " to " + j.until
		}
		text = append(text, bounds+" (UTC) are counted.")
	}
	return strings.Join(text, " ")
}

func (j *analyzeJob) rows() int {
	if j.top == 0 {
		return math.MaxInt32
	}
	return j.top
}

// pageRows returns the same for a page of HTML, which has more room.
func (j *analyzeJob) pageRows() int {
	if !j.topGiven {
		return 0
	}
	return j.rows()
}
