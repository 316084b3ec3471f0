package live

import (
	"context"
	"fmt"
	"net/netip"
	"strconv"
	"time"

	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/a2s"
)

// maxPages bounds the datagrams of one list: as many as 46,000 servers take.
const maxPages = 200

// SteamMaster gets the server list of a master of Steam, a datagram for each
// request, until the master says that it is whole: Session.Servers. Q has region
// and filter. It queries nobody but t, whose port has to be set.
func (c *Client) SteamMaster(ctx context.Context, t Target, q a2s.Query) *Session {
	s := &Session{Target: t, Start: time.Now()}
	ctx, end := c.context(ctx, c.opts.Limit)
	defer end()
	s.Err = c.steamPages(ctx, s, q)
	if s.Err != nil && ctx.Err() != nil {
		s.Err = fmt.Errorf("%s: %w", t, context.Cause(ctx))
	}
	s.End = time.Now()
	return s
}

func (c *Client) steamPages(ctx context.Context, s *Session, q a2s.Query) error {
	addrs, err := c.names.lookup(ctx, s.Target.Host)
	if err != nil {
		return fmt.Errorf("%s: cannot find its address: %w", s.Target.Host, err)
	}
	s.Addr = netip.AddrPortFrom(addrs[0].Unmap(), s.Target.Port)
	page, err := c.begin(ctx, s, s.Addr) // one port for all pages, by which the master knows its client
	if err != nil {
		return err
	}
	defer page.end()
	defer c.release(s)
	seen, stale := map[string]bool{}, 0
	for range maxPages {
		payload, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: decoder.A2S, Message: listRequest, Details: &q})
		if err != nil {
			return err
		}
		m, err := c.steamPage(s, page, payload)
		if err != nil {
			return err
		}
		before := len(s.Servers)
		for _, l := range ask.ListServers(m) {
			q.After = l.Host + ":" + strconv.Itoa(int(l.QueryPort))
			if !seen[q.After] {
				seen[q.After] = true
				s.Servers = append(s.Servers, l)
			}
		}
		if _, end := a2s.EndsList(m); end {
			return nil
		}
		if len(s.Servers) > before {
			stale = 0
		} else if stale++; stale > c.opts.Retries { // one may be a page that came late
			return &Error{Kind: Incomplete, Addr: s.Addr, Protocol: decoder.A2S, Message: listRequest, Attempts: 1,
				Problem: "a list without new servers, and without its end"}
		}
	}
	return &Error{Kind: TooMuch, Addr: s.Addr, Datagrams: maxPages}
}

const listRequest = "master list request"

// steamPage queries one page, again where no answer comes, and returns it.
func (c *Client) steamPage(s *Session, page *asking, payload []byte) (*decoder.Message, error) {
	x := &Exchange{Protocol: decoder.A2S, Message: listRequest, Outcome: report.Unanswered, FirstRTT: -1, LastRTT: -1}
	s.Exchanges = append(s.Exchanges, x)
	for range 1 + c.opts.Retries {
		sent, err := page.send(append([]byte(nil), payload...), s.Addr, decoder.A2S)
		if err != nil {
			return nil, err
		}
		x.Sent = append(x.Sent, sent)
		for {
			d, err := page.receive(sent.Time.Add(c.opts.Timeout))
			if err != nil {
				return nil, err
			}
			if d == nil {
				break
			}
			if d.Verdict != Accepted {
				page.show(d)
				continue
			}
			if !page.admit(d) {
				return nil, &Error{Kind: TooMuch, Addr: s.Addr, Datagrams: len(s.Datagrams) + s.Dropped}
			}
			d.Message = reading(d, decoder.A2S)
			d.Protocol = d.Message.Protocol()
			page.decoded(d)
			page.show(d)
			if list, _ := a2s.EndsList(d.Message); list {
				x.Replies, x.Chosen, x.Outcome = append(x.Replies, d), append(x.Chosen, d), report.Answered
				x.LastRTT = d.Time.Sub(sent.Time)
				x.FirstRTT = x.LastRTT
				return d.Message, nil
			}
		}
	}
	e := &Error{Kind: NoAnswer, Addr: s.Addr, Protocol: x.Protocol, Message: x.Message, Attempts: len(x.Sent)}
	e.count(s.Datagrams)
	return nil, e
}
