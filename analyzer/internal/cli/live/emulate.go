package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/live"
	"fragscope/decoder"
)

type emulateJob struct {
	recording
	game, protocol, status, capture, server string
	samples                                 []string
	listen, faults, heartbeat               string
	opts                                    emulator.Options
	timing, quiet, list                     bool
	duration                                time.Duration
	times                                   cli.TimeFormat

	mu      sync.Mutex
	out     io.Writer
	taken   func(*live.Datagram) // for the recording, nil for none
	arrived time.Time            // of the request that was recorded last
}

func emulateCommand() *cobra.Command {
	j := &emulateJob{}
	c := &cobra.Command{
		Use:   "emulate",
		Short: "Answer queries as game servers do",
		Long: `Answer queries as game servers do, on this machine.

Without flags a set of live servers starts, one of each kind, and three masters
that list them: players come and go, scores move, maps change. --game starts one
of them. --sample, --status and --capture answer from packets or values that
stay as they are. Each socket is printed, then every datagram. Ctrl-C ends it,
with exit status 130.

Servers listen on loopback and answer nobody else, unless --public says that all
may ask. Even then an address that has not proved itself gets at most three
times the bytes that it sent (--amplification), and longer answers are left out:
so nobody can be flooded by writing his address on a query.`,
		Example: `  fragscope emulate
  fragscope emulate --game ut99 --listen 127.0.0.1:7778
  fragscope emulate --sample ut2004-info-reply --faults loss=20%,delay=50ms~20ms
  fragscope decode --format json packet.txt | fragscope emulate --status - --game killingfloor
  fragscope emulate --capture evening.pcapng --timing
  fragscope emulate --list`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              j.run,
	}
	f := c.Flags()
	f.StringVar(&j.game, "game", "", "the game whose servers answer, and whose layouts replies have; see --list")
	cli.ProtocolFlag(c, &j.protocol, "", "answer only this one; ", cli.ProtocolNames())
	cli.SampleFlag(c, &j.samples)
	f.StringVar(&j.status, "status", "", "answer from the JSON of a status in this file, - for standard input")
	f.StringVar(&j.capture, "capture", "", "answer as the servers in this capture did")
	f.StringVar(&j.server, "server", "", "of a capture only this server, ADDRESS:PORT")
	f.BoolVar(&j.timing, "timing", false, "of a capture keep the time between request and reply")
	cli.ListenFlags(c, &j.listen, "", ", without it the usual one is tried first", &j.opts.Public)
	f.StringVar(&j.faults, "faults", "", "what goes wrong, such as loss=20%,delay=50ms~20ms; see --list")
	f.Uint64Var(&j.opts.Seed, "seed", 1, "seed of random faults; the same number gives the same faults")
	f.StringVar(&j.heartbeat, "heartbeat", "",
		"announce the servers to the master at this ADDRESS:PORT (UDP), once a minute")
	f.BoolVar(&j.opts.NoChallenge, "no-challenge", false, "gamespy3, a2s: answer without a challenge, as old servers do")
	f.Float64Var(&j.opts.Amplification, "amplification", 3,
		"times the bytes of a request that an unproved address gets; -1 for no bound")
	cli.ForFlag(c, &j.duration, "")
	j.times.Flag(c)
	j.recordFlags(c)
	f.BoolVarP(&j.quiet, "quiet", "q", false, "print the sockets and no datagrams")
	cli.ListFlag(c, &j.list, "the games and the faults")
	c.MarkFlagsMutuallyExclusive("sample", "status", "capture")
	cli.Must(c.RegisterFlagCompletionFunc("game", func(*cobra.Command, []string, string) ([]cobra.Completion,
		cobra.ShellCompDirective) {
		var names []cobra.Completion
		for _, g := range decoder.Games() {
			names = append(names, cobra.CompletionWithDesc(g.Name, g.Title))
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}))
	return c
}

func (j *emulateJob) run(c *cobra.Command, _ []string) (err error) {
	j.out = c.OutOrStdout()
	if j.list {
		return j.printList()
	}
	if err := errors.Join(j.settle(), cli.CheckEnd(c, 0, j.duration), j.times.Settle()); err != nil {
		return err
	}
	if j.out, err = j.open(j.out, c.ErrOrStderr()); err != nil {
		return err
	}
	j.taken = j.tap()
	defer func() { err = j.recording.end(c.ErrOrStderr(), err) }()
	ctx, stop := cli.UntilInterrupted(c.Context(), c.ErrOrStderr(), &j.files)
	defer stop()
	ctx = j.until(ctx)
	if j.duration > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, j.duration)
		defer cancel()
	}
	town, err := j.start(ctx, c)
	if err != nil {
		return err
	}
	defer town.Close()
	j.mu.Lock()
	for _, s := range town.Servers {
		transport := "udp"
		if s.TCP {
			transport = "tcp"
		}
		fmt.Fprintf(j.out, "%s %-21s %-16s %s\n", transport, s.Addr(), s.Protocol, cli.Escape(s.Title))
	}
	j.mu.Unlock()
	<-ctx.Done()
	if err := town.Close(); err != nil || !cli.Interrupted(ctx) {
		return err
	}
	return cli.ExitStatus(cli.ExitInterrupted)
}

func (j *emulateJob) settle() error {
	var err error
	if j.opts.Faults, err = emulator.ParseFaults(j.faults); err != nil {
		return fmt.Errorf("--faults: %w", err)
	}
	if j.game != "" {
		if j.opts.Game = decoder.GameByName(j.game); j.opts.Game == nil {
			return fmt.Errorf("--game: there is no %q; fragscope emulate --list lists them", j.game)
		}
	}
	if j.heartbeat != "" {
		if j.opts.Heartbeat, err = netip.ParseAddrPort(j.heartbeat); err != nil {
			return fmt.Errorf("--heartbeat %s: expected an address and a port, such as 127.0.0.1:27900", j.heartbeat)
		}
	}
	if j.opts.Amplification == 0 {
		return errors.New("--amplification 0 would answer nobody; -1 lifts the bound")
	}
	if !j.quiet || j.record != "" {
		j.opts.Log = j.event
	}
	return nil
}

func (j *emulateJob) start(ctx context.Context, cmd *cobra.Command) (*emulator.Town, error) {
	only, _ := decoder.ProtocolByName(j.protocol)
	at := netip.AddrPort{}
	if j.listen != "" {
		var err error
		if at, err = netip.ParseAddrPort(j.listen); err != nil {
			return nil, fmt.Errorf("--listen %s: expected an address and a port, such as 127.0.0.1:7778", j.listen)
		}
	}
	choice := emulator.Choice{At: at, Free: j.listen != "" && at.Port() == 0, Only: only}
	var source emulator.Source
	var err error
	switch {
	case j.capture != "":
		return j.startCapture(ctx, choice, cmd.ErrOrStderr())
	case len(j.samples) > 0:
		source, err = emulator.FromSample(j.samples...)
	case j.status != "":
		source, err = j.statusSource(cmd.InOrStdin(), only)
	case j.opts.Game != nil:
		town := &emulator.Town{}
		return town, town.Game(ctx, j.opts.Game, choice, j.opts)
	case j.listen != "" || only != decoder.Unknown:
		return nil, errors.New("what is to answer? Give --game, --sample, --status or --capture with --listen and --protocol")
	default:
		return emulator.DemoWith(ctx, j.opts)
	}
	if err != nil {
		return nil, err
	}
	town := &emulator.Town{}
	return town, town.Source(ctx, source, choice, j.opts)
}

func (j *emulateJob) statusSource(stdin io.Reader, only decoder.Protocol) (emulator.Source, error) {
	in := stdin
	if j.status != "-" {
		f, err := os.Open(j.status)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	status, err := emulator.ReadStatus(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.status, err)
	}
	protocol := only
	switch {
	case protocol != decoder.Unknown:
	case j.opts.Game != nil && !j.opts.Game.Answers(status.Protocol):
		protocol = j.opts.Game.Services[0].Protocol
	case status.Protocol == decoder.Unknown:
		return nil, errors.New("the status names no protocol; give --protocol or --game")
	}
	return emulator.FromStatus(protocol, status), nil
}

func (j *emulateJob) startCapture(ctx context.Context, choice emulator.Choice, stderr io.Writer) (*emulator.Town,
	error) {
	c, err := emulator.OpenCapture(j.capture)
	if err != nil {
		return nil, err
	}
	if c.Cut {
		fmt.Fprintf(stderr, "%s: only its first %d MiB of queries and replies are answered from\n", j.capture,
			emulator.MaxRecording>>20)
	}
	var server netip.AddrPort
	if j.server != "" {
		if server, err = netip.ParseAddrPort(j.server); err != nil {
			return nil, fmt.Errorf("--server %s: expected an address and a port", j.server)
		}
	}
	return c.Town(ctx, server, j.timing, choice, j.opts)
}

func (j *emulateJob) event(e emulator.Event) {
	j.mu.Lock()
	defer j.mu.Unlock()
	again := !e.Sent && e.Time.Equal(j.arrived) // there is more to say of the same datagram
	if j.taken != nil && !again {
		d := &live.Datagram{Time: e.Time, Src: e.Client, Dst: e.Server, TCP: e.TCP, Sent: e.Sent != e.TCP, Data: e.Data,
			Verdict: live.Heard}
		if e.Sent {
			d.Src, d.Dst = d.Dst, d.Src
		} else {
			j.arrived = e.Time
		}
		j.taken(d)
	}
	if j.quiet {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s ", j.times.Of(e.Time, "15:04:05.000"), e.Server)
	if e.Sent {
		fmt.Fprintf(&b, "→ %s %d bytes", e.Client, len(e.Data))
	} else {
		fmt.Fprintf(&b, "← %s %d bytes", e.Client, len(e.Data))
	}
	if e.What != "" {
		fmt.Fprintf(&b, ": %s", cli.Escape(e.What))
	}
	if e.Fault.Kind != 0 {
		fmt.Fprintf(&b, " [%s]", e.Fault)
	}
	b.WriteByte('\n')
	io.WriteString(j.out, b.String())
}

func (j *emulateJob) printList() error {
	var b strings.Builder
	b.WriteString("Games: what their servers answer, and at which ports\n")
	for _, g := range decoder.Games() {
		fmt.Fprintf(&b, "  %-13s %s", g.Name, g.Title)
		for i := range g.Services {
			fmt.Fprintf(&b, ", %s %d", g.Services[i].Protocol, g.Services[i].PortFor(g, g.GamePort))
		}
		b.WriteByte('\n')
	}
	b.WriteString("\nFaults: NAME=SHARE, such as loss=20%; all that can be hit without a share\n")
	for _, k := range emulator.FaultKinds() {
		fmt.Fprintf(&b, "  %2d %-14s %s\n", k, k, k.Doc())
	}
	_, err := io.WriteString(j.out, b.String())
	return err
}
