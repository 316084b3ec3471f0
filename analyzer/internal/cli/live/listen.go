package live

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/render"
	"fragscope/decoder/wire"
)

type listenJob struct {
	liveJob
	format  string
	full    bool
	packets int64
	times   cli.TimeFormat
	last    time.Duration
}

func listenCommand() *cobra.Command {
	j := &listenJob{}
	heartbeatPort := strconv.Itoa(int(decoder.Descriptor("unreal-heartbeat").Ports[0].Number))
	c := &cobra.Command{
		Use:   "listen [ADDRESS:]PORT",
		Short: "Listen on a port and decode what arrives",
		Long: `Listen on a UDP port and decode what arrives: heartbeats of servers, beacons,
queries. Nothing is ever sent. Without an address all of this machine are
listened to; without a port ` + heartbeatPort + `, where servers announce themselves to a
master.`,
		Example: `  fragscope listen 27900
  fragscope listen --format tree 127.0.0.1:7778
  fragscope listen --record announcements.pcapng --for 1m 27900`,
		Args: cobra.MaximumNArgs(1),
		RunE: j.run,
	}
	cli.FormatFlag(c, &j.format, "line", listenFormats(), "")
	cli.FullFlag(c, &j.full)
	cli.CountFlag(c, &j.packets, "")
	cli.ForFlag(c, &j.last, "")
	j.recordFlags(c)
	cli.ColorFlag(c, &j.color)
	j.times.Flag(c)
	j.timeout, j.idle = time.Second, time.Second
	return c
}

func (j *listenJob) run(c *cobra.Command, args []string) (err error) {
	format, ok := render.FormatByName(j.format)
	if err := errors.Join(cli.CheckEnd(c, j.packets, j.last), j.times.Settle()); err != nil {
		return err
	}
	where := strconv.Itoa(int(decoder.Descriptor("unreal-heartbeat").Ports[0].Number))
	if len(args) > 0 {
		where = args[0]
	}
	addr, err := listenAddress(where)
	if err != nil {
		return err
	}
	ctx, err := j.begin(c)
	if err != nil {
		return err
	}
	client := j.client()
	defer func() { err = j.end(err) }()
	defer client.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if j.last > 0 {
		var end context.CancelFunc
		ctx, end = context.WithTimeoutCause(ctx, j.last, cli.ErrEnough)
		defer end()
	}
	p := render.Printer{Format: format, Options: render.Options{Width: j.width, Color: j.colored, Full: j.full}}
	heard := int64(0)
	write := func(f func([]byte) []byte) {
		if _, err := j.out.Write(f(nil)); err != nil {
			cancel(err)
		}
	}
	if ok {
		write(p.Begin)
	}
	err = client.Listen(ctx, addr, func(at netip.AddrPort) {
		fmt.Fprintf(j.errout, "listening on %s\n", at)
	}, func(d *live.Datagram) {
		if j.packets > 0 && heard >= j.packets {
			return
		}
		heard++
		write(func(dst []byte) []byte { return j.show(dst, d, &p, ok) })
		if heard == j.packets {
			cancel(cli.ErrEnough)
		}
	})
	if ok {
		write(func(dst []byte) []byte { return p.End(dst, nil) })
	}
	if n := client.Dropped(); n > 0 {
		fmt.Fprintf(j.errout, "%s came faster than they were shown, and were dropped\n",
			export.Many(int64(n), "datagram", "datagrams"))
	}
	switch {
	case cli.Interrupted(ctx):
		return cli.ExitStatus(cli.ExitInterrupted)
	case errors.Is(err, cli.ErrEnough):
		return nil
	}
	return err
}

func listenFormats() []string { return append([]string{"line"}, cli.FormatNames()...) }

func (j *listenJob) show(dst []byte, d *live.Datagram, p *render.Printer, whole bool) []byte {
	m := d.Decode()
	if !whole {
		return append(dst, j.line(d, m)+"\n"...)
	}
	if p.Format == render.Table || p.Format == render.Tree {
		dst = fmt.Appendf(dst, "%s from %s\n", j.times.Of(d.Time, "15:04:05.000000"), d.Src)
	}
	return p.Datagram(dst, m)
}

const mostSaid = 240

func (j *listenJob) line(d *live.Datagram, m *decoder.Message) string {
	line := fmt.Sprintf("%s  %s  %s %s, %s", j.times.Of(d.Time, "15:04:05.000"), d.Src, m.Protocol(), m.Info.Name,
		export.Many(len(d.Data), "byte", "bytes"))
	sep := ": "
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Length == 0 || f.Flags&wire.FlagLength != 0 || f.Def.Role == wire.RoleKey || f.Kind == wire.KindConst ||
			f.Kind == wire.KindPadding {
			continue
		}
		name := m.Name(i)
		if f.Kind == wire.KindGroup {
			continue
		}
		if g := m.Parent(i); g >= 0 && f.Def.Role == wire.RoleValue || g >= 0 && m.Fields[g].Def.Role == wire.RoleRule {
			name = m.Name(g)
		}
		line += sep + cli.Escape(name) + " " + cli.Escape(m.Text(i))
		if sep = ", "; len(line) > mostSaid {
			return export.Cut(line, mostSaid)
		}
	}
	return line
}

func listenAddress(s string) (netip.AddrPort, error) {
	if a, err := netip.ParseAddrPort(s); err == nil {
		return a, nil
	}
	t, err := live.ParseTarget("0.0.0.0:" + strings.TrimPrefix(s, ":"))
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("%q is nothing to listen on: expected PORT or ADDRESS:PORT", s)
	}
	return netip.AddrPortFrom(netip.IPv4Unspecified(), t.Port), nil
}
