package live

import (
	"context"
	"net/netip"
	"strconv"

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
	return c.list(ctx, t, func(ctx context.Context, s *Session) error { return c.steamPages(ctx, s, q) })
}

func (c *Client) steamPages(ctx context.Context, s *Session, q a2s.Query) error {
	addrs, err := c.addresses(ctx, s)
	if err != nil {
		return err
	}
	s.Addr = netip.AddrPortFrom(addrs[0].Unmap(), s.Target.Port)
	page := c.begin(ctx, s) // one port for all pages, by which the master knows its client
	defer page.end()
	seen, stale := map[string]bool{}, 0
	for range maxPages {
		payload, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "a2s", Message: listRequest, Details: &q})
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
			return &Error{Kind: Incomplete, Addr: s.Addr, Protocol: "a2s", Message: listRequest, Attempts: 1,
				Problem: "a list without new servers, and without its end"}
		}
	}
	return &Error{Kind: TooMuch, Addr: s.Addr, Datagrams: maxPages}
}

const listRequest = "master list request"

func (c *Client) steamPage(s *Session, page *asking, payload []byte) (*decoder.Message, error) {
	x := &Exchange{Protocol: "a2s", Message: listRequest, Outcome: report.Unanswered, FirstRTT: -1, LastRTT: -1}
	s.Exchanges = append(s.Exchanges, x)
	for range 1 + c.opts.Retries {
		sent, err := page.send(append([]byte(nil), payload...), s.Addr, "a2s")
		if err != nil {
			return nil, err
		}
		x.Sent = append(x.Sent, sent)
		for {
			d, err := page.reply(sent.Time.Add(c.opts.Timeout), "a2s")
			if err != nil {
				return nil, err
			}
			if d == nil {
				break
			}
			if list, _ := a2s.EndsList(d.Message); list {
				x.Replies, x.Chosen, x.Outcome = append(x.Replies, d), append(x.Chosen, d), report.Answered
				x.took(d.Time.Sub(sent.Time))
				return d.Message, nil
			}
		}
	}
	e := &Error{Kind: NoAnswer, Addr: s.Addr, Protocol: x.Protocol, Message: x.Message, Attempts: len(x.Sent)}
	e.count(s.Datagrams)
	return nil, e
}
