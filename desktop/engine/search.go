package engine

import (
	"context"
	"fmt"
	"io"
	"net"
	"strconv"

	"fragscope/analyzer/live"
	"fragscope/analyzer/live/record"
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
		found(answer(servers.Target{Address: s.Addr.String(), Plan: servers.PlanName(s.Plan)}, s))
	})
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("searching the local network: %w", err)
	}
	return nil
}

// Master implements servers.Querier; servers.FromSource says what a source is.
func (e *Engine) Master(ctx context.Context, source string, found func(servers.Target)) error {
	c := e.use()
	defer c.users.Done()
	list, err := servers.FromSource(ctx, c.query, source, live.ListQuery{})
	for i := range list {
		t := live.ListTarget(&list[i], nil, ask.Ask{})
		if address, err := servers.ParseAddress(t.String()); err == nil {
			found(servers.Target{Address: address, Plan: servers.PlanName(t.Plan), Foreign: t.Foreign})
		}
	}
	if ctx.Err() != nil || err == nil {
		return nil
	}
	return explain(err)
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
