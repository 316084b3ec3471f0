package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/live"
	"fragscope/analyzer/report"
	"fragscope/analyzer/servers"
	"fragscope/decoder"
	"fragscope/decoder/render"
)

type queryJob struct {
	liveJob
	format    string
	all, full bool
	watch     time.Duration
	rounds    int
	times     cli.TimeFormat
	layouts   []string

	targets []live.Target
}

func queryCommand() *cobra.Command {
	j := &queryJob{}
	c := &cobra.Command{
		Use:   "query HOST[:PORT]…",
		Short: "Query servers, and see each request, each reply and what they mean",
		Long: `Query servers for info, rules and players, and show each request, each reply with
its time, and what the server says.

The port may be the one that players connect to or the one that answers
queries; without a port the usual ones are tried. What was probed, and what
answered, is reported. Replies from other addresses, late ones and those that
answer nothing are shown and never count.

Formats:
  summary  requests, round trips and what the server says
  table, tree, markdown, csv
           every datagram as fragscope decode shows it, then the server
  json     one object a server: how it was queried, datagrams, status
  ndjson   the same a line each

Exit status: 0 when all servers answered in full; 1 when some did not; 2 when
none did; 130 after Ctrl-C.`,
		Example: `  fragscope query 127.0.0.1:7777
  fragscope query --protocol gamespy1 --parts players --format tree 127.0.0.1:7778
  fragscope query --watch 5s 127.0.0.1
  fragscope query --record session.pcapng 127.0.0.1:6500`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name a server: HOST, HOST:PORT or [IPv6]:PORT; see fragscope query --help")
			}
			return nil
		},
		RunE: j.run,
	}
	j.liveFlags(c)
	f := c.Flags()
	cli.FormatFlag(c, &j.format, "summary", QueryFormats(), "")
	f.BoolVar(&j.all, "all", false, "query every port of the host that answers, not only the likeliest")
	cli.FullFlag(c, &j.full)
	cli.LayoutFlag(c, &j.layouts)
	j.times.Flag(c)
	f.DurationVar(&j.watch, "watch", 0, "query again after so long, and show what changed")
	f.IntVar(&j.rounds, "rounds", 0, "with --watch: end after so many rounds")
	return c
}

func QueryFormats() []string { return append([]string{"summary"}, cli.FormatNames()...) }

func (j *queryJob) run(c *cobra.Command, args []string) (err error) {
	if err := j.times.Settle(); err != nil {
		return err
	}
	if j.watch != 0 && j.watch < 100*time.Millisecond {
		return fmt.Errorf("--watch %v: expected at least 100ms", j.watch)
	}
	if j.describe, err = cli.ReadLayouts(j.layouts); err != nil {
		return err
	}
	for _, a := range args {
		t, err := live.ParseTarget(a)
		if err != nil {
			return err
		}
		j.targets = append(j.targets, t)
	}
	ctx, err := j.begin(c)
	if err != nil {
		return err
	}
	for i := range j.targets {
		j.targets[i].Plan, j.targets[i].Ask = j.plan, j.ask
	}
	client := j.client()
	defer func() { err = j.end(err) }()
	defer client.Close()
	if j.watch > 0 {
		return j.watching(ctx, client)
	}
	sessions := j.askAll(ctx, client)
	if cli.Interrupted(ctx) {
		return cli.ExitStatus(cli.ExitInterrupted)
	}
	o := cli.NewOutput(j.out)
	for i, s := range sessions {
		o.Append(func(dst []byte) []byte { return j.show(dst, s, i) })
	}
	if err := o.Flush(); err != nil {
		return err
	}
	return j.status(sessions)
}

func (j *queryJob) askAll(ctx context.Context, c *live.Client) []*live.Session {
	results := make([][]*live.Session, len(j.targets))
	var group errgroup.Group
	group.SetLimit(64)
	for i, t := range j.targets {
		group.Go(func() error {
			if j.all {
				results[i] = c.QueryAll(ctx, t)
			} else {
				results[i] = []*live.Session{c.Query(ctx, t)}
			}
			return nil
		})
	}
	_ = group.Wait() // what went wrong is in the sessions
	return slices.Concat(results...)
}

func (*queryJob) status(sessions []*live.Session) error {
	silent, partial := 0, 0 // servers that gave no answer, or a part of one
	for _, s := range sessions {
		switch {
		case s.Status == nil:
			silent++
		case s.Err != nil:
			partial++
		}
	}
	switch {
	case silent == len(sessions):
		return cli.ExitStatus(cli.ExitFailure)
	case silent+partial > 0:
		return cli.ExitStatus(cli.ExitProblem)
	}
	return nil
}

func (j *queryJob) show(dst []byte, s *live.Session, n int) []byte {
	format, ok := render.FormatByName(j.format)
	if !ok {
		if n > 0 {
			dst = append(dst, '\n')
		}
		return j.summary(dst, s)
	}
	p := render.Printer{Format: format, Options: render.Options{Width: j.width, Color: j.colored, Full: j.full},
		Total: len(s.Datagrams)}
	switch format {
	case render.JSON, render.NDJSON:
		return appendSessionJSON(dst, s, &p)
	case render.Table, render.Tree:
		if n > 0 {
			dst = append(dst, '\n')
		}
		dst = append(j.summaryHead(dst, s), '\n')
	case render.Markdown:
		dst = append(dst, "# "...)
		dst = append(dst, markdownEscape(s.Target.String())...)
		dst = append(dst, "\n\n"...)
	}
	if format != render.CSV || n == 0 {
		dst = p.Begin(dst)
	}
	for _, d := range s.Datagrams {
		if format == render.Table || format == render.Tree {
			dst = fmt.Appendf(dst, "%s %s → %s, %s\n", j.times.Of(d.Time, "15:04:05.000000"), d.Src, d.Dst, d.Verdict)
		}
		dst = p.Datagram(dst, d.Decode())
	}
	return p.End(dst, s.Status)
}

// markdownEscape makes a host harmless in a heading; it is a name or an address.
func markdownEscape(s string) string {
	return strings.NewReplacer("[", `\[`, "]", `\]`, "_", `\_`, "*", `\*`, "`", "", "<", "", ">", "").Replace(
		cli.Escape(s))
}

func (j *queryJob) summaryHead(dst []byte, s *live.Session) []byte {
	title := s.Target.String()
	if s.Addr.IsValid() && s.Addr.String() != title && (s.Status != nil || len(s.Tried) == 0) {
		title += " at " + s.Addr.String()
	}
	dst = j.bold(dst, title)
	if s.Plan != nil {
		dst = append(dst, "  "+s.Plan.Name...)
	}
	if rtt := millis(s.RTT()); rtt != "" {
		dst = append(dst, "  "+rtt...)
	}
	dst = append(dst, '\n')
	if len(s.Tried) > 0 && s.Status != nil {
		dst = append(dst, "auto-detected by probing "+triedText(s.Tried)+"\n"...)
	}
	if text := problem(s); text != "" {
		dst = append(dst, text+"\n"...)
	}
	return dst
}

func (j *queryJob) bold(dst []byte, text string) []byte {
	if j.colored {
		return append(dst, "\x1b[1m"+cli.Escape(text)+"\x1b[0m"...)
	}
	return append(dst, cli.Escape(text)...)
}

// triedText says what answered, and of the other places how many were silent.
func triedText(tried []live.Trial) string {
	var parts []string
	silent := 0
	for _, t := range tried {
		if t.Attempts == 0 {
			continue
		}
		text := fmt.Sprintf("%d as %s", t.Addr.Port(), t.Plan.Name)
		switch {
		case t.Fits:
			text += ": " + t.Answer
		case t.Answer != "":
			text += ": " + t.Answer + ", which is something else"
		default:
			silent++
			continue
		}
		parts = append(parts, text)
	}
	if silent > 0 {
		parts = append(parts, export.Many(silent, "other try", "other tries")+": nothing")
	}
	return strings.Join(parts, "; ")
}

func (j *queryJob) summary(dst []byte, s *live.Session) []byte {
	dst = j.summaryHead(dst, s)
	if len(s.Exchanges) > 0 {
		t := &export.Table{Empty: true, Columns: []export.Column{
			{Title: "Request"}, {Title: "protocol"}, {Title: "sent", Right: true}, {Title: "replies", Right: true},
			{Title: "first", Right: true}, {Title: "last", Right: true}, {Title: "outcome"},
		}}
		for _, x := range s.Exchanges {
			outcome := x.Outcome.Label()
			if x.Missing > 0 {
				outcome += ", " + export.Many(x.Missing, "part missing", "parts missing")
			}
			t.Add(x.Message, x.Protocol.String(), fmt.Sprint(len(x.Sent)), fmt.Sprint(len(x.Replies)), millis(x.FirstRTT),
				millis(x.LastRTT), outcome)
		}
		dst = append(append(dst, '\n'), t.Text(j.width, j.colored)...)
	}
	dst = append(dst, others(s)...)
	return render.AppendStatus(dst, s.Status, render.Options{Width: j.width, Color: j.colored, Full: j.full})
}

func others(s *live.Session) string {
	var b strings.Builder
	n := s.Dropped
	for _, d := range s.Datagrams {
		if d.Sent || d.Verdict == live.Accepted {
			continue
		}
		if n++; b.Len() > 1000 {
			continue
		}
		fmt.Fprintf(&b, "  %s from %s: %s, %s\n", d.Verdict, d.Src, cli.Escape(d.Decode().Info.Name),
			export.Many(len(d.Data), "byte", "bytes"))
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("\nBesides, %s came:\n%s", export.Many(n, "datagram", "datagrams"), b.String())
}

func (j *queryJob) watching(ctx context.Context, c *live.Client) error {
	screen := cli.IsTerminal(j.out) && (j.format == "summary" || j.format == "table" || j.format == "tree")
	last := map[string]*decoder.Status{}
	for round := 1; ; round++ {
		start := time.Now()
		sessions := j.askAll(ctx, c)
		if cli.Interrupted(ctx) {
			return cli.ExitStatus(cli.ExitInterrupted)
		}
		var page []byte
		for i, s := range sessions {
			key := s.Target.String() + " " + s.Addr.String()
			old, known := last[key]
			last[key] = s.Status
			changes := servers.Changes(old, s.Status, start)
			if screen && known { // on top, where the screen is not cut
				page = append(j.changed(page, s, changes, start), '\n')
			}
			if screen || !known || j.format != "summary" {
				page = j.show(page, s, i)
			}
			if known && !screen {
				page = j.changed(page, s, changes, start)
			}
		}
		if screen {
			_, height := cli.PageSize(j.out)
			page = []byte(redraw(string(page), height))
		}
		if _, err := j.out.Write(page); err != nil {
			return err
		}
		if j.rounds > 0 && round >= j.rounds {
			return j.status(sessions)
		}
		t := time.NewTimer(time.Until(start.Add(j.watch)))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			if cli.Interrupted(ctx) {
				return cli.ExitStatus(cli.ExitInterrupted)
			}
			return nil
		}
	}
}

func (j *queryJob) changed(dst []byte, s *live.Session, changes []report.Event, at time.Time) []byte {
	switch j.format {
	case "json", "ndjson", "csv":
		return dst // every round is whole in it
	}
	dst = fmt.Appendf(dst, "\n%s %s: ", at.Format("15:04:05"), cli.Escape(s.Target.String()))
	if len(changes) == 0 {
		return append(dst, "nothing changed\n"...)
	}
	dst = append(dst, "changed\n"...)
	for i := range changes {
		dst = append(dst, "  "+export.EventText(&changes[i])+"\n"...)
	}
	return dst
}
