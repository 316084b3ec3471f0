package export

import (
	"net/netip"

	"fragscope/analyzer/report"
)

// names keeps the texts of addresses: most rows have those of rows before.
type names struct {
	clients map[netip.Addr]string
	servers map[netip.AddrPort]serverName
}

type serverName struct{ address, id string }

// mostNames bounds what is kept of each kind: then it begins anew.
const mostNames = 1 << 14

func (n *names) client(a netip.Addr) string {
	s, ok := n.clients[a]
	if !ok {
		if len(n.clients)%mostNames == 0 {
			n.clients = map[netip.Addr]string{}
		}
		s = address(a)
		n.clients[a] = s
	}
	return s
}

func (n *names) server(a netip.AddrPort) serverName {
	s, ok := n.servers[a]
	if !ok {
		if len(n.servers)%mostNames == 0 {
			n.servers = map[netip.AddrPort]serverName{}
		}
		s = serverName{address(a.Addr()), address(a)}
		n.servers[a] = s
	}
	return s
}

// rows returns the rows of exchanges, in the memory of dst.
func (n *names) rows(dst []Exchange, file string, list []*report.Exchange) []Exchange {
	dst, file = dst[:0], Text(file)
	for _, x := range list {
		dst = append(dst, exchangeRow(file, x, n))
	}
	return dst
}
