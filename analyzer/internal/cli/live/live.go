// Package live has the commands that talk to servers, or are one.
package live

import (
	"bytes"
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
	"fragscope/decoder/render"
	"fragscope/decoder/wire"
)

// Commands returns those that talk to servers, or are one.
func Commands() []*cobra.Command {
	return []*cobra.Command{discoverCommand(), emulateCommand(), listenCommand(), queryCommand(), serversCommand()}
}

type liveJob struct {
	recording
	protocol, parts, flags, color string
	items                         []string
	combined                      bool
	timeout, idle                 time.Duration
	retries, rate                 int

	plan     *ask.Plan // nil for auto
	ask      ask.Ask
	describe *wire.Layouts // what no protocol recognises, nil for nothing
	stdin    io.Reader
	out      io.Writer
	errout   io.Writer
	colored  bool
	width    int
	stop     func()
}

func (j *liveJob) liveFlags(c *cobra.Command) {
	f := c.Flags()
	cli.ProtocolFlag(c, &j.protocol, "auto", "query with this one; ", append([]string{"auto"}, PlanNames()...))
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

func PlanNames() []string {
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

type sessionJSON struct {
	Server    string           `json:"server"`
	Address   string           `json:"address"`
	Plan      wire.Opt[string] `json:"plan"`
	Protocol  wire.Opt[string] `json:"protocol"`
	Time      time.Time        `json:"time"`
	RTT       *float64         `json:"rttMs"`
	Error     wire.Opt[string] `json:"error"`
	Tried     []trialJSON      `json:"tried"`
	Exchanges []exchangeJSON   `json:"exchanges"`
	Received  []receivedJSON   `json:"packets"`
	Dropped   int              `json:"dropped"`
}

type trialJSON struct {
	Port     uint16           `json:"port"`
	Plan     string           `json:"plan"`
	Why      string           `json:"why"`
	Attempts int              `json:"attempts"`
	Answer   wire.Opt[string] `json:"answer"`
	Fits     bool             `json:"fits"`
	RTT      *float64         `json:"rttMs"`
}

type exchangeJSON struct {
	Protocol string   `json:"protocol"`
	Message  string   `json:"message"`
	Outcome  string   `json:"outcome"`
	Sent     int      `json:"sent"`
	Replies  int      `json:"replies"`
	Missing  int      `json:"missing"`
	FirstRTT *float64 `json:"firstRttMs"`
	LastRTT  *float64 `json:"lastRttMs"`
}

// receivedJSON goes with the datagram of the same index.
type receivedJSON struct {
	Time    time.Time `json:"time"`
	Src     string    `json:"src"`
	Dst     string    `json:"dst"`
	Verdict string    `json:"verdict"`
}

func jsonMillis(d time.Duration) *float64 {
	if d < 0 {
		return nil
	}
	v := float64(d.Microseconds()) / 1000
	return &v
}

func sessionHead(s *live.Session) []byte {
	h := sessionJSON{
		Server: s.Target.String(), Time: s.Start.UTC(), RTT: jsonMillis(s.RTT()), Tried: []trialJSON{},
		Exchanges: []exchangeJSON{}, Received: []receivedJSON{}, Dropped: s.Dropped,
	}
	if s.Addr.IsValid() {
		h.Address = s.Addr.String()
	}
	if s.Plan != nil {
		h.Plan, h.Protocol = known(s.Plan.Name), known(s.Plan.Protocol.String())
	}
	if s.Err != nil {
		h.Error = known(s.Err.Error())
	}
	for _, t := range s.Tried {
		h.Tried = append(h.Tried, trialJSON{t.Addr.Port(), t.Plan.Name, t.Why, t.Attempts, known(t.Answer), t.Fits,
			jsonMillis(t.RTT)})
	}
	for _, x := range s.Exchanges {
		h.Exchanges = append(h.Exchanges, exchangeJSON{
			x.Protocol.String(), x.Message, x.Outcome.String(), len(x.Sent), len(x.Replies), x.Missing, jsonMillis(x.FirstRTT),
			jsonMillis(x.LastRTT),
		})
	}
	for _, d := range s.Datagrams {
		h.Received = append(h.Received, receivedJSON{d.Time.UTC(), d.Src.String(), d.Dst.String(), d.Verdict.String()})
	}
	return bytes.TrimSuffix(cli.PlainJSON(h, ""), []byte("\n"))
}

func appendSessionJSON(dst []byte, s *live.Session, p *render.Printer) []byte {
	head := sessionHead(s)
	body := func(dst []byte) []byte {
		dst = p.Begin(dst)
		for _, d := range s.Datagrams {
			dst = p.Datagram(dst, d.Decode())
		}
		return p.End(dst, s.Status)
	}
	if p.Format == render.NDJSON {
		dst = append(append(append(dst, `{"session":`...), head...), "}\n"...)
		dst = append(body(dst), `{"status":`...)
		return append(render.AppendStatusJSON(dst, s.Status), "}\n"...)
	}
	dst = append(append(append(dst, `{"session":`...), head...), ",\n"...)
	return append(dst, body(nil)[1:]...)
}
