package capture

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/capture/device"
	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/report"
	"fragscope/analyzer/scan"
)

type Live struct {
	Name        string
	hosts       []string
	ports       []uint
	promiscuous bool
	packets     int64
	last        time.Duration
	autostop    []string

	filter            device.Filter
	received, dropped uint64 // when it is over
}

func (l *Live) Flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&l.Name, "interface", "i", "", "capture from this interface; fragscope capture -D lists them")
	f.StringSliceVar(&l.hosts, "host", nil,
		"with --interface, only packets from or to these addresses or networks, such as 192.0.2.0/24")
	f.UintSliceVar(&l.ports, "port", nil, "with --interface, only packets from or to these ports")
	f.BoolVar(&l.promiscuous, "promiscuous", false, "with --interface, also packets that are not for this host")
	cli.CountFlag(c, &l.packets, "; with --interface")
	cli.ForFlag(c, &l.last, "; with --interface")
	f.StringArrayVarP(&l.autostop, "autostop", "a", nil,
		"the same as tshark writes it: duration:60 in seconds, packets:1000")
}

func (l *Live) Settle(c *cobra.Command) error {
	if !c.Flags().Changed("interface") {
		for _, name := range []string{"host", "port", "promiscuous", "count", "for", "autostop"} {
			if c.Flags().Changed(name) {
				return fmt.Errorf("--%s is for capturing: name an interface with --interface", name)
			}
		}
		return nil
	}
	for _, a := range l.autostop {
		kind, text, _ := strings.Cut(a, ":")
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || n < 1 || kind != "duration" && kind != "packets" {
			return fmt.Errorf("--autostop %q: expected duration:SECONDS or packets:NUMBER", a)
		}
		if kind == "packets" {
			l.packets = n
		} else {
			l.last = time.Duration(n) * time.Second
		}
	}
	if err := cli.CheckEnd(c, l.packets, l.last); err != nil {
		return err
	}
	for _, h := range l.hosts {
		p, err := device.ParseHost(h)
		if err != nil {
			return fmt.Errorf("--host %w", err)
		}
		l.filter.Hosts = append(l.filter.Hosts, p)
	}
	for _, p := range l.ports {
		if err := cli.CheckPort("port", p); err != nil {
			return err
		}
		l.filter.Ports = append(l.filter.Ports, uint16(p))
	}
	return l.filter.Check()
}

const flushEvery = 500 * time.Millisecond

const maxCounted = 200_000

// Methods of a tally may be called by several goroutines.
type tally struct {
	mu                 sync.Mutex
	packets, exchanges int64
	servers            map[netip.AddrPort]struct{}
}

func (t *tally) packet() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.packets++
	return t.packets
}

func (t *tally) add(list []*report.Exchange) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.exchanges += int64(len(list))
	for _, x := range list {
		if x.Server.IsValid() && x.Count > 0 && len(t.servers) < maxCounted {
			t.servers[x.Server] = struct{}{}
		}
	}
}

func (t *tally) line(last *int64, since time.Duration) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	rate := float64(t.exchanges-*last) / since.Seconds()
	*last = t.exchanges
	return fmt.Sprintf("%s, %s, %s, %.0f/s", export.Many(t.packets, "packet", "packets"),
		export.Many(len(t.servers), "server", "servers"), export.Many(t.exchanges, "exchange", "exchanges"), rate)
}

type liveSink struct {
	open  func(linkType int) error      // before the first packet, nil for nothing to do
	each  func(*capture.Packet) error   // for each packet, nil for nothing to do
	every func() (text string, _ error) // now and then, from another goroutine; text is shown, nil for nothing to do
}

// run captures until ctx is done or there is enough; an error of the sink ends it.
func (l *Live) run(ctx context.Context, errout io.Writer, progress string, opts scan.Options, sink liveSink) (
	*report.Report, *tally, error) {
	d, err := device.Open(l.Name, device.Options{Filter: l.filter, Promiscuous: l.promiscuous})
	if err != nil {
		return nil, nil, err
	}
	defer d.Close()
	if sink.open != nil {
		if err := sink.open(d.LinkType()); err != nil {
			return nil, nil, err
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if l.last > 0 {
		var end context.CancelFunc
		ctx, end = context.WithTimeoutCause(ctx, l.last, cli.ErrEnough)
		defer end()
	}
	defer context.AfterFunc(ctx, d.Close)()

	t := &tally{servers: map[netip.AddrPort]struct{}{}}
	over := false
	opts.Packet = func(_ string, p *capture.Packet) {
		if over { // those between the last that counts and the end
			return
		}
		n := t.packet()
		if sink.each != nil {
			if err := sink.each(p); err != nil {
				cancel(err)
			}
		}
		if over = n == l.packets || context.Cause(ctx) != nil; over {
			cancel(cli.ErrEnough)
			d.Close()
		}
	}
	next := opts.Exchanges
	opts.Exchanges = func(file string, x []*report.Exchange) {
		t.add(x)
		if next != nil {
			next(file, x)
		}
	}
	opts.Interval = flushEvery
	done := l.watch(errout, progress, d, t, sink, cancel)
	// The report is of a source that ends, not of a file that was read in part.
	report, err := scan.Read(context.WithoutCancel(ctx), l.Name, capture.FromSource(d, d.LinkType(), capture.Options{}),
		opts)
	done()
	d.Close()
	l.received, l.dropped = d.Counts()
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, cli.ErrEnough) && !cli.Interrupted(ctx) {
		err = cause
	}
	return report, t, err
}

// Read captures into a report alone, and says what was lost.
func (l *Live) Read(ctx context.Context, errout io.Writer, progress string, opts scan.Options) (*report.Report,
	error) {
	sink := liveSink{}
	if each := opts.Packet; each != nil {
		sink.each = func(p *capture.Packet) error {
			each(l.Name, p)
			return nil
		}
	}
	r, _, err := l.run(ctx, errout, progress, opts, sink)
	if text := l.drops(); text != "" {
		fmt.Fprintln(errout, text)
	}
	if r == nil {
		r = report.NewReport()
	}
	return r, err
}

func (l *Live) watch(errout io.Writer, progress string, d device.Device, t *tally, sink liveSink,
	cancel context.CancelCauseFunc) (done func()) {
	show := progress == "always" || progress == "auto" && cli.IsTerminal(errout)
	quit := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		tick := time.NewTicker(flushEvery)
		defer tick.Stop()
		var last int64
		at := time.Now()
		for {
			select {
			case <-quit:
				if show {
					fmt.Fprint(errout, "\r\x1b[K")
				}
				return
			case <-tick.C:
			}
			text := ""
			if sink.every != nil {
				var err error
				if text, err = sink.every(); err != nil {
					cancel(err)
				}
			}
			if show {
				_, dropped := d.Counts()
				now := time.Now()
				fmt.Fprintf(errout, "\r%s: %s, %s dropped%s\x1b[K", cli.Escape(l.Name), t.line(&last, now.Sub(at)),
					export.Grouped(int64(dropped)), text)
				at = now
			}
		}
	})
	return func() {
		close(quit)
		group.Wait()
	}
}

func (l *Live) drops() string {
	if l.dropped == 0 {
		return ""
	}
	return fmt.Sprintf("%s: the kernel dropped %s of %s, because they came faster than they were read; --host and "+
		"--port capture less",
		cli.Escape(l.Name), export.Grouped(int64(l.dropped)), export.Many(int64(l.received), "packet", "packets"))
}
