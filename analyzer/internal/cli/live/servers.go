package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/live"
	"fragscope/analyzer/live/serverlist"
	"fragscope/analyzer/servers"
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/wire"
)

type serversJob struct {
	liveJob
	masters            []string
	list               live.ListQuery
	query, listMasters bool
	parallel           int

	board  board
	errors []error
	silent bool // servers were asked and none answered
}

func serversCommand() *cobra.Command {
	j := &serversJob{}
	c := &cobra.Command{
		Use:   "servers [LIST…]",
		Short: "List servers of a master or of a list, and query all of them",
		Long: `List servers. They come from masters (--master, which may be given again) and
from lists: files, standard input as -, or pages by their http or https address,
with a server a line: its address, with a port or without, or a link to it, with a
name beside it or without. Lines that name no server are reported.

With --query all of them are queried, thousands concurrently over a few sockets,
and the table fills while they answer. A master is only queried when it is named:
give its address, with a gamename as ut@ADDRESS, or one of the names that
--list-masters shows. Those belong to communities of players; query them rarely.
Masters of other kinds have that before the address: ` + strings.Join(live.MasterKinds(), ", ") + `.

Exit status: 0 when the lists were read and, with --query, a server answered; 1
when some lists, or lines of a list, could not be read; 2 when none could or no server answered; 130
after Ctrl-C.

` + cli.FilterHelp(filter.Servers),
		Example: `  fragscope servers --master 127.0.0.1:28900 --query --sort players
  fragscope servers --query --filter 'players > 0 and map matches "^CTF"' servers.txt
  fragscope servers --master 127.0.0.1:28902 --gamename ut2004 --format csv
  fragscope servers --master quake3:127.0.0.1:27950 --master-filter query-protocol=71`,
		RunE: j.run,
	}
	j.liveFlags(c)
	f := c.Flags()
	f.StringArrayVarP(&j.masters, "master", "m", nil,
		"master to query: NAME, [GAMENAME@]HOST[:PORT] or KIND:HOST:PORT")
	f.BoolVar(&j.listMasters, "list-masters", false, "list the masters that are known by name")
	f.StringVar(&j.list.Game, "gamename", "",
		"gamename to request from the master (ut; ut2004 where the master speaks its protocol; ut3pc at port 28910)")
	f.StringVar(&j.list.CDKey, "cdkey", "", "CD key for the masters of UT2003 and UT2004; only its digests are sent")
	f.BoolVar(&j.list.Compact, "compact", false, "request six bytes a server from the master")
	f.StringArrayVar(&j.list.Filters, "master-filter", nil,
		`let the master filter: of UT2004 gametype==xDeathMatch, of Steam \appid\440, at port 28910 "numplayers > 0"`)
	f.BoolVar(&j.query, "query", false, "query every server")
	j.board.flags(c)
	cli.TopFlag(c, &j.board.top, 0, "")
	f.IntVar(&j.parallel, "parallel", 512, "servers that are queried concurrently")
	var names []cobra.Completion
	for _, m := range unrealmaster.Masters() {
		names = append(names, cobra.CompletionWithDesc(m.Name, m.Doc))
	}
	cli.Complete(c, "master", names)
	return c
}

func (j *liveJob) settleBoard(b *board) error {
	var err error
	if b.filter, err = servers.ParseFilter(b.expr); err != nil {
		return err
	}
	b.out, b.width, b.color = j.out, j.width, j.colored
	if _, h := cli.PageSize(j.out); h > 6 && b.format == "table" {
		b.screen, b.height = true, h
	}
	return nil
}

func (j *serversJob) run(c *cobra.Command, lists []string) (err error) {
	if j.listMasters {
		return listMasters(c.OutOrStdout())
	}
	if len(j.masters)+len(lists) == 0 {
		return errors.New("name a master with --master, or a list: a file or the address of a page; see fragscope servers " +
			"--help")
	}
	if j.parallel < 1 || j.parallel > 10000 {
		return fmt.Errorf("--parallel %d: expected 1 to 10000", j.parallel)
	}
	if err := cli.CheckTop(j.board.top); err != nil {
		return err
	}
	ctx, err := j.begin(c)
	if err != nil {
		return err
	}
	defer func() { err = j.end(err) }()
	if err := j.settleBoard(&j.board); err != nil {
		return err
	}
	client := j.client()
	defer client.Close()
	listed, err := j.gather(ctx, client, lists)
	if err != nil {
		return err
	}
	status := ""
	if j.query {
		status = j.askListed(ctx, client, listed)
	} else {
		status = j.showListed(listed)
	}
	if cli.Interrupted(ctx) {
		status += ", stopped"
	}
	if err := j.board.finish(status); err != nil {
		return err
	}
	cli.Complain(j.errout, j.errors...)
	switch {
	case cli.Interrupted(ctx):
		return cli.ExitStatus(cli.ExitInterrupted)
	case j.silent:
		return cli.ExitStatus(cli.ExitFailure)
	case len(j.errors) > 0:
		return cli.ExitStatus(cli.ExitProblem)
	}
	return nil
}

func listMasters(out io.Writer) error {
	t := &export.Table{Columns: []export.Column{{Title: "Name"}, {Title: "Address"}, {Title: "Game"}, {}}}
	for _, m := range unrealmaster.Masters() {
		t.Add(m.Name, net.JoinHostPort(m.Host, strconv.Itoa(int(m.Port))), m.Game, m.Doc)
	}
	_, err := io.WriteString(out, t.Text(0, false))
	return err
}

// gather fails only when all sources do.
func (j *serversJob) gather(ctx context.Context, c *live.Client, lists []string) ([]ask.Listed, error) {
	var all []ask.Listed
	add := func(list []ask.Listed, err error) {
		all = append(all, list...)
		if err != nil {
			j.errors = append(j.errors, err)
		}
	}
	for _, m := range j.masters {
		add(servers.FromSource(ctx, c, m, j.list))
	}
	for _, l := range lists {
		add(serverlist.Read(ctx, l, cli.Stoppable(ctx, j.stdin)))
	}
	if len(all) == 0 && len(j.errors) > 0 {
		return nil, errors.Join(j.errors...)
	}
	return all, nil
}

func (j *serversJob) showListed(listed []ask.Listed) string {
	for i := range listed {
		l := &listed[i]
		t := live.ListTarget(l, nil, j.ask)
		s := &servers.Server{Status: listedStatus(l), Protocol: l.Protocol}
		if s.Address, s.Name = t.String(), l.Name; t.Plan != nil {
			s.Protocol = t.Plan.Protocol
		}
		j.board.add(s)
	}
	return fmt.Sprintf("%s listed", export.Many(len(listed), "server", "servers")) + j.left(len(listed))
}

func (j *serversJob) left(of int) string {
	if j.board.expr == "" {
		return ""
	}
	return fmt.Sprintf(", %d of %d meet the filter", len(j.board.rows), of)
}

func listedStatus(l *ask.Listed) *decoder.Status {
	st := &decoder.Status{Protocol: l.Protocol, Name: known(l.Name), Map: known(l.Map), GameType: known(l.GameType)}
	if l.Counted {
		st.Players, st.MaxPlayers = wire.Some(l.Players), wire.Some(l.MaxPlayers)
	}
	if l.GamePort != 0 {
		st.GamePort = wire.Some(int64(l.GamePort))
	}
	return st
}

func (j *serversJob) askListed(ctx context.Context, c *live.Client, listed []ask.Listed) string {
	targets := make([]live.Target, 0, len(listed))
	seen := map[string]bool{}
	for i := range listed {
		t := live.ListTarget(&listed[i], j.plan, j.ask)
		if key := t.String(); !seen[key] {
			seen[key] = true
			targets = append(targets, t)
		}
	}
	done, answered := 0, 0
	start := time.Now()
	status := func() string {
		return fmt.Sprintf("%d of %d servers queried, %d answered, %.1f s", done, len(targets), answered,
			time.Since(start).Seconds()) + j.left(answered)
	}
	progress := newLiveBar(j.errout, j.board.screen, len(targets))
	_ = c.Scan(ctx, slices.Values(targets), func(s *live.Session) { // why it ended before shows in the counts
		done++
		if s.Status != nil {
			answered++
			j.board.add(queried(s))
		}
		j.board.draw(status())
		progress.Add(1)
	})
	progress.Clear()
	j.silent = answered == 0
	return status()
}
