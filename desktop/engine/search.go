package engine

import (
	"context"
	"crypto/md5"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"

	"fragscope/analyzer/live"
	"fragscope/analyzer/live/record"
	"fragscope/analyzer/live/serverlist"
	"fragscope/analyzer/servers"
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/desktop/state"
)

func (e *Engine) Discover(ctx context.Context, found func(servers.Answer)) error {
	c := e.use()
	defer c.users.Done()
	err := c.query.Discover(ctx, live.Discovery{Broadcasts: e.Broadcasts}, func(s *live.Session) {
		found(answer(servers.Target{Address: s.Addr.String(), Protocol: s.Protocol()}, s))
	})
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("searching the local network: %w", err)
	}
	return nil
}

// Master implements servers.Querier. What is no address of a master is a link or a file.
func (e *Engine) Master(ctx context.Context, source string, found func(servers.Target)) error {
	list, err := e.listed(ctx, source)
	for i := range list {
		t := live.ListTarget(&list[i], nil, ask.Ask{})
		p := decoder.Unknown
		if t.Plan != nil {
			p = t.Plan.Protocol
		}
		if address, err := servers.ParseAddress(t.String()); err == nil {
			found(servers.Target{Address: address, Protocol: p, Foreign: t.Foreign})
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func Masters() (list []servers.Master) {
	for _, g := range decoder.Games() {
		for _, m := range unrealmaster.Masters() {
			if m.Game == g.Gamename {
				address := net.JoinHostPort(m.Host, strconv.Itoa(int(m.Port)))
				list = append(list, servers.Master{Game: fmt.Sprintf("%s (%s)", g.Title, m.Name), Source: m.Game + "@" + address})
			}
		}
	}
	return list
}

func (e *Engine) listed(ctx context.Context, source string) ([]ask.Listed, error) {
	_, missing := os.Stat(source)
	if missing == nil || strings.Contains(source, "://") {
		list, err := serverlist.Read(ctx, source, nil)
		if err != nil {
			return nil, err
		}
		return list.Servers, list.Err()
	}
	game, address, named := strings.Cut(source, "@")
	if !named {
		game, address = "", source
	}
	t, err := live.ParseTarget(address)
	if err != nil || t.Port == 0 {
		return nil,
			fmt.Errorf("%q is not a master server: expected host:port, such as 127.0.0.1:28900, with game@ before it or "+
				"without, a file, or a link to a server list", source)
	}
	c := e.use()
	defer c.users.Done()
	s := c.query.Master(ctx, t, unrealmaster.MasterAsk{Game: game, Digest: md5.Sum})
	if len(s.Servers) == 0 {
		return nil, explain(s.Err)
	}
	return s.Servers, s.Err
}

// Record implements session.Recorder: it writes a capture in pcapng.
func Record(w io.Writer, list []state.Datagram) error {
	r, err := record.New(w)
	if err != nil {
		return err
	}
	for i := range list {
		d := &list[i]
		r.Record(&live.Datagram{
			Time: d.Time, Src: d.Src, Dst: d.Dst, TCP: d.TCP, Sent: d.Sent, Data: d.Data, Protocol: d.Protocol,
			Verdict: verdict(d),
		})
		if err := r.Err(); err != nil {
			return err
		}
	}
	return nil
}

// verdict finds the verdict that datagram put into words.
func verdict(d *state.Datagram) live.Verdict {
	switch {
	case d.Sent:
		return live.Sent
	case d.Note == "":
		return live.Accepted
	}
	var v live.Verdict
	if v.UnmarshalText([]byte(d.Note)) != nil {
		return live.Heard
	}
	return v
}
