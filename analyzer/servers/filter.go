package servers

import (
	"context"
	"net/netip"
	"regexp"
	"strings"

	"fragscope/analyzer/filter"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A Filter says which servers are shown. The zero value shows all.
type Filter struct{ matcher *filter.Matcher }

// ParseFilter reads an expression of package filter about servers.
func ParseFilter(text string) (Filter, error) { return parse(text, filter.CompileFor) }

// ParseSearch reads what ParseFilter does, or words that are searched for.
func ParseSearch(text string) (Filter, error) { return parse(text, filter.CompileSearch) }

func parse(text string,
	compile func(string, filter.Subjects, ...*wire.Layouts) (*filter.Filter, error)) (Filter, error) {
	if strings.TrimSpace(text) == "" {
		return Filter{}, nil
	}
	f, err := compile(text, filter.Servers)
	if err != nil {
		return Filter{}, err
	}
	return Filter{f.Matcher(context.Background())}, nil
}

// lastWord is a name at the end of a text, perhaps with an operator after it.
var lastWord = regexp.MustCompile(`([\pL_][\pL\d_.]*)?\s*(?:[<>=!]+|\b(?:and|or|not|in|contains|matches))?\s*$`)

// Unfinished reports whether the end of a text may become a comparison as it is typed on.
func Unfinished(text string) bool {
	m := lastWord.FindStringSubmatch(text)
	return m != nil && m[1] != "" && filter.Begins(m[1], filter.Servers)
}

func (f Filter) Match(s *Server) bool {
	if f.matcher == nil {
		return true
	}
	ip, _, port := splitAddress(s.Address)
	at := netip.AddrPortFrom(ip, uint16(port))
	if !ip.IsValid() && s.Last != nil {
		at = s.Last.From
	}
	known := s.Known()
	if !known.Name.Known && s.Name != "" { // as it was called when it was saved
		named := *known
		named.Name = wire.Some(s.Name)
		known = &named
	}
	return f.matcher.Server(&filter.Server{
		Addr: at, Host: s.Address, Protocol: s.Protocol, RTT: s.Ping(), Status: known, Silent: !s.Answered(),
		Replies: s.replies, Favourite: s.Favourite,
	})
}

// replies returns the replies of the latest answer, as far as they are kept.
func (s *Server) replies() (list []*decoder.Message) {
	if s.Last == nil {
		return nil
	}
	for i := range s.Last.Session {
		if d := s.Last.Session[i]; d.Verdict.Counts() {
			list = append(list, d.Decode())
		}
	}
	return list
}
