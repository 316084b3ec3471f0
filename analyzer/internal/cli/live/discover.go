package live

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/spf13/cobra"

	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/live"
)

type discoverJob struct {
	liveJob
	broadcasts []string
	ports      []uint
	wait       time.Duration
	beaconOnly bool

	board board
}

func discoverCommand() *cobra.Command {
	j := &discoverJob{}
	c := &cobra.Command{
		Use:   "discover",
		Short: "Find servers on the local network",
		Long: `Find servers on the local network: broadcast on every network of this machine,
and query those that answer for more.

Broadcasts are those of the Unreal games (to their beacon ports: 8777 to 8786,
10777, 14001), and of every protocol over UDP what probes a server, to its
usual ports, as query HOST does. Nothing leaves the local network.

` + cli.FilterHelp(filter.Servers),
		Example: `  fragscope discover
  fragscope discover --wait 5s --record lan.pcapng
  fragscope discover --broadcast 192.168.1.255`,
		Args: cobra.NoArgs,
		RunE: j.run,
	}
	j.liveFlags(c)
	f := c.Flags()
	f.StringArrayVar(&j.broadcasts, "broadcast", nil,
		"broadcast to this address instead of on all networks; may be given again")
	f.UintSliceVar(&j.ports, "broadcast-port", nil, "broadcast to these ports instead of the usual ones")
	f.DurationVar(&j.wait, "wait", 2*time.Second, "listen for answers so long")
	f.BoolVar(&j.beaconOnly, "beacon-only", false, "do not query those that answer for more")
	j.board.flags(c)
	return c
}

func (j *discoverJob) run(c *cobra.Command, _ []string) (err error) {
	o := live.Discovery{Wait: j.wait, BeaconOnly: j.beaconOnly}
	if j.wait <= 0 || j.wait > time.Minute {
		return fmt.Errorf("--wait %v: expected a time up to a minute", j.wait)
	}
	for _, b := range j.broadcasts {
		a, err := netip.ParseAddr(b)
		if err != nil || !a.Is4() {
			return fmt.Errorf("--broadcast %q: expected an IPv4 address such as 192.168.1.255", b)
		}
		o.Broadcasts = append(o.Broadcasts, a)
	}
	for _, p := range j.ports {
		if err := cli.CheckPort("broadcast-port", p); err != nil {
			return err
		}
		o.Ports = append(o.Ports, uint16(p))
	}
	ctx, err := j.begin(c)
	if err != nil {
		return err
	}
	defer func() { err = j.end(err) }()
	if err := j.settleBoard(&j.board); err != nil {
		return err
	}
	o.Ask = j.ask
	client := j.client()
	defer client.Close()
	answered := 0
	status := func() string { return export.Many(answered, "server", "servers") + " found" }
	failed := client.Discover(ctx, o, func(s *live.Session) {
		answered++
		j.board.add(queried(s))
		j.board.draw(status())
	})
	over := errors.Is(failed, &live.Error{Kind: live.TooMuch}) // what was found counts all the same
	if failed != nil && !over && context.Cause(ctx) == nil {
		return failed
	}
	if err := j.board.finish(status()); err != nil {
		return err
	}
	if over {
		cli.Complain(j.errout, failed)
		return cli.ExitStatus(cli.ExitProblem)
	}
	if cli.Interrupted(ctx) {
		return cli.ExitStatus(cli.ExitInterrupted)
	}
	return nil
}
