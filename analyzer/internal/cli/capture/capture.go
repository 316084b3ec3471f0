// Package capture has the command that captures, and the live capture that analyze can read as well.
package capture

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/capture/device"
	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/record"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
)

type captureJob struct {
	Live
	list           bool
	expr, progress string
	layouts        []string
	path, rotate   string
	keep           int
	files          cli.Outputs
	out, errout    io.Writer
	meets          *filter.Filter
	ring           *ring
	decoder        decoder.Decoder
	match          func(*decoder.Message, *record.Packet) bool
}

func Command() *cobra.Command {
	j := &captureJob{}
	c := &cobra.Command{
		Use:   "capture --interface NAME",
		Short: "Capture queries from a network interface, and write them to files",
		Long: `Capture from a network interface what a game and its server browser really send:
servers, exchanges per second and drops are shown while it runs, and --write
keeps the packets. Nothing is ever sent. fragscope analyze --interface reports
on what it captures instead.

The kernel copies UDP and TCP only, of what --host and --port say. --filter then
decides by what the packets say; of a message in several packets of IP or TCP,
only the first is written with it.

Files are pcapng, or pcap where the name ends so, and may be read while they are
written. An existing file is not replaced unless --force is given. With --rotate
there are several, NAME_00001.pcapng and so on; --ring removes the oldest of
those that this run has written.

Capturing needs permission: on Linux the capability CAP_NET_RAW, on macOS and
BSD to read /dev/bpf, on Windows Npcap. What is missing is said; more than that
is never needed.

Ctrl-C ends it; what was captured until then is written.

Exit status: 0 when it ended by itself; 2 when nothing could be captured or
written; 130 after Ctrl-C.`,
		Example: `  fragscope capture -D
  fragscope capture --interface eth0 --port 7778
  fragscope capture --interface eth0 --write evening.pcapng --rotate 100MB/1h --ring 10
  fragscope capture -i eth0 -a duration:60 --write - | tshark -r -`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              j.run,
	}
	f := c.Flags()
	j.Live.Flags(c)
	f.BoolVarP(&j.list, "list-interfaces", "D", false, "list the interfaces that can be captured from")
	cli.FilterFlag(c, &j.expr, filter.Packets, "; fragscope analyze --help describes it")
	cli.LayoutFlag(c, &j.layouts)
	cli.WriteFlag(c, &j.path)
	f.StringVar(&j.rotate, "rotate", "",
		"begin another file after so many bytes, such as 100MB, or so long, such as 1h, or 100MB/1h")
	f.IntVar(&j.keep, "ring", 0, "with --rotate, keep only so many of the latest files")
	j.files.ForceFlag(c)
	cli.ProgressFlag(c, &j.progress)
	return c
}

func (j *captureJob) run(c *cobra.Command, _ []string) error {
	j.out, j.errout = c.OutOrStdout(), c.ErrOrStderr()
	if j.list {
		return listInterfaces(j.out)
	}
	if err := j.settle(c); err != nil {
		return err
	}
	ctx, stop := cli.UntilInterrupted(c.Context(), j.errout, &cli.Outputs{})
	defer stop()
	opts := scan.Options{Analyzer: record.Options{Layouts: j.decoder.Options.Layouts}}
	if j.meets != nil {
		opts.Analyzer.Keep = func() func(*decoder.Message, *record.Packet) bool { return j.meets.Matcher(ctx).Match }
		j.match = j.meets.Matcher(ctx).Match
	}
	sink := liveSink{}
	if j.ring != nil {
		sink = liveSink{open: j.ring.open, each: j.write, every: j.ring.flush}
	}
	_, t, err := j.Live.run(ctx, j.errout, j.progress, opts, sink)
	if t != nil {
		if j.ring != nil {
			err = cli.Both(err, j.ring.close(j.received, j.dropped))
		}
		j.summary(t)
	}
	if err == nil && cli.Interrupted(ctx) {
		return cli.ExitStatus(cli.ExitInterrupted)
	}
	return err
}

func (j *captureJob) settle(c *cobra.Command) error {
	if j.Name == "" {
		return errors.New("name an interface with --interface; fragscope capture -D lists them")
	}
	if err := j.Live.Settle(c); err != nil {
		return err
	}
	var err error
	if j.decoder.Options.Layouts, err = cli.ReadLayouts(j.layouts); err != nil {
		return err
	}
	if j.expr != "" {
		if j.meets, err = filter.Compile(j.expr, j.decoder.Options.Layouts); err != nil {
			return fmt.Errorf("%w; fragscope analyze --help says what a filter can be", err)
		}
	}
	if j.path == "" {
		for _, name := range []string{"rotate", "ring", "force"} {
			if c.Flags().Changed(name) {
				return fmt.Errorf("--%s is for files: name one with --write", name)
			}
		}
		return nil
	}
	j.ring = &ring{path: j.path, force: j.files.Force, keep: j.keep, out: j.out, iface: capture.Interface{Name: j.Name}}
	if j.rotate != "" {
		if j.ring.size, j.ring.every, err = parseRotate(j.rotate); err != nil {
			return err
		}
	}
	switch {
	case c.Flags().Changed("ring") && (j.keep < 1 || j.rotate == ""):
		return fmt.Errorf("--ring %d: expected 1 or more files to keep, and --rotate", j.keep)
	case j.path == "-" && j.rotate != "":
		return errors.New("--rotate needs files: name one with --write")
	case j.path == "-" && cli.IsTerminal(j.out):
		return errors.New("--write - is nothing for a terminal: name a file")
	case j.path == "-":
		j.out = j.errout // what is said at the end
	}
	return nil
}

func (j *captureJob) write(p *capture.Packet) error {
	if j.match != nil {
		j.decoder.Options.Link = p.Link
		packet := record.FromCapture(p)
		if p.Link == decoder.LinkNone || !j.match(j.decoder.Decode(p.Data), &packet) {
			return nil
		}
	}
	return j.ring.write(p)
}

func (j *captureJob) summary(t *tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Fprintf(j.out, "%s from %s: %s, %s; %s dropped\n", export.Many(t.packets, "packet", "packets"), cli.Escape(j.Name),
		export.Many(len(t.servers), "server", "servers"), export.Many(t.exchanges, "exchange", "exchanges"),
		export.Grouped(int64(j.dropped)))
	if text := j.drops(); text != "" {
		fmt.Fprintln(j.errout, text)
	}
	if r := j.ring; r != nil && r.path != "-" && len(r.paths) > 0 {
		where := r.paths[len(r.paths)-1]
		if len(r.paths) > 1 {
			where = export.Many(len(r.paths), "file", "files") + ", the last of which is " + where
		}
		fmt.Fprintf(j.out, "%s, %s, written to %s\n", export.Many(r.packets, "packet", "packets"), export.Size(r.total),
			cli.Escape(where))
	}
}

func listInterfaces(out io.Writer) error {
	list, err := device.Interfaces()
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, i := range list {
		fmt.Fprintf(&b, "%s  %s\n", cli.Escape(i.Name), cli.Escape(i.About()))
	}
	_, err = io.WriteString(out, b.String())
	return err
}
