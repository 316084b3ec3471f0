package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/live"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/gamespy1"
	"fragscope/decoder/protocol/ugp"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

type liveJob struct {
	recording
	protocol, parts, flags, color string
	items                         []string
	combined                      bool
	timeout, idle                 time.Duration
	retries, rate                 int

	plan     *ask.Plan // nil for auto
	ask      ask.Ask
	describe wire.Describer // what no protocol recognises, nil for nothing
	stdin    io.Reader
	out      io.Writer
	errout   io.Writer
	colored  bool
	width    int
	stop     func()
}

func (j *liveJob) liveFlags(c *cobra.Command) {
	f := c.Flags()
	cli.ProtocolFlag(c, &j.protocol, "auto", "query with this one; ", append([]string{"auto"}, planNames()...))
	f.StringVar(&j.parts, "parts", "", "what to query, with commas between: "+cli.OneOf(ask.PartNames()))
	f.BoolVar(&j.combined, "combined", false, "join requests where the protocol can")
	f.StringArrayVar(&j.items, "item", nil, "gamespy1: what to query, such as basic or rules; may be given again")
	f.StringVar(&j.flags, "flags", "", "ugp: sections and their flags, such as server=7d,players=03,rules")
	j.recordFlags(c)
	f.DurationVar(&j.timeout, "timeout", time.Second, "wait so long for a reply before a retry")
	f.DurationVar(&j.idle, "idle", 350*time.Millisecond, "a reply without an end mark ends when nothing comes for so long")
	f.IntVar(&j.retries, "retries", 3, "retries when no reply comes")
	f.IntVar(&j.rate, "rate", 2000, "datagrams sent a second, 0 for no limit")
	cli.ColorFlag(c, &j.color)
	cli.Complete(c, "parts", ask.PartNames())
}

func planNames() []string {
	var names []string
	for _, p := range query.Plans() {
		names = append(names, p.Name)
	}
	return names
}

func (j *liveJob) begin(c *cobra.Command) (context.Context, error) {
	j.stdin, j.out, j.errout = c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr()
	j.colored = cli.Colors(j.color, j.out)
	j.width, _ = cli.PageSize(j.out)
	if j.protocol != "auto" && j.protocol != "" {
		j.plan, _ = query.PlanByName(j.protocol)
	}
	if err := j.ask.Parts.UnmarshalText([]byte(j.parts)); err != nil {
		return nil, fmt.Errorf("--parts: %w", err)
	}
	j.ask.Combined = j.combined
	flags := &ugp.Query{}
	if err := flags.UnmarshalText([]byte(j.flags)); err != nil {
		return nil, fmt.Errorf("--flags: %w", err)
	}
	j.ask.Details = []any{&gamespy1.Query{Items: j.items}, flags}
	for _, d := range []struct {
		name string
		d    time.Duration
	}{{"timeout", j.timeout}, {"idle", j.idle}} {
		if d.d <= 0 || d.d > time.Minute {
			return nil, fmt.Errorf("--%s %v: expected a time up to a minute", d.name, d.d)
		}
	}
	if j.retries < 0 || j.retries > 20 {
		return nil, fmt.Errorf("--retries %d: expected 0 to 20", j.retries)
	}
	if err := j.openRecording(); err != nil {
		return nil, err
	}
	ctx, stop := cli.UntilInterrupted(c.Context(), j.errout, &j.files)
	j.stop = stop
	return j.until(ctx), nil
}

func (j *liveJob) client() *live.Client {
	o := live.Options{Timeout: j.timeout, Quiet: j.idle, Retries: j.retries, Rate: j.rate, Layouts: j.describe}
	if j.retries == 0 {
		o.Retries = -1
	}
	if j.rate <= 0 {
		o.Rate = -1
	}
	o.Tap = j.tap()
	return live.New(o)
}

func (j *liveJob) openRecording() error {
	out, err := j.open(j.out, j.errout)
	if err != nil || out == j.out {
		return err
	}
	j.out = out
	j.width, _ = cli.PageSize(out)
	j.colored = cli.Colors(j.color, out)
	return nil
}

func (j *liveJob) end(err error) error {
	if j.stop != nil {
		j.stop()
	}
	return j.recording.end(j.errout, err)
}

func newLiveBar(errout io.Writer, drawn bool, total int) *progressbar.ProgressBar {
	return progressbar.NewOptions(total, progressbar.OptionSetVisibility(!drawn && cli.IsTerminal(errout) && total > 0),
		progressbar.OptionSetWriter(errout), progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetDescription("querying servers"), progressbar.OptionFullWidth())
}

func millis(d time.Duration) string {
	switch {
	case d < 0:
		return ""
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%d ms", d.Round(time.Millisecond)/time.Millisecond)
}

func problem(s *live.Session) string {
	if s.Err == nil {
		return ""
	}
	return cli.Escape(s.Err.Error())
}

// redraw writes each line over the old one, so that no blank screen is between, and cuts what is too long.
func redraw(text string, height int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if height > 2 && len(lines) > height-1 {
		lines = append(lines[:height-2], "…")
	}
	return "\x1b[H" + strings.Join(lines, "\x1b[K\n") + "\x1b[K\n\x1b[J"
}
