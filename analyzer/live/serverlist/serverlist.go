// Package serverlist reads lists of servers from files and web pages.
//
// A list has at most 4 MiB. A page has 30 s, a header of at most 64 KiB, and at
// most five redirects, none of them to another host.
package serverlist

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"fragscope/analyzer/live/address"
	"fragscope/decoder"
	"fragscope/decoder/ask"
)

const maxList = 4 << 20

// A List is what a file or page lists.
type List struct {
	Servers []ask.Listed
	Lines   int            // that are neither empty nor comments; 0 for what a master sends
	Bad     []address.Line // of these, those that name no server

	where string
}

const maxNamed = 20

// Err names the lines that are no server, nil when all are.
func (l *List) Err() error {
	if len(l.Bad) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d of %d lines %s no server:", l.where, len(l.Bad), l.Lines,
		map[bool]string{true: "is", false: "are"}[len(l.Bad) == 1])
	for i, line := range l.Bad {
		if i == maxNamed {
			fmt.Fprintf(&b, " and %d more", len(l.Bad)-i)
			break
		}
		fmt.Fprintf(&b, " line %d %q;", line.Number, cut(line.Text))
	}
	return errors.New(strings.TrimSuffix(b.String(), ";"))
}

func cut(s string) string {
	const most = 60
	for i := range s {
		if i >= most {
			return s[:i] + "…"
		}
	}
	return s
}

// Read reads a list: a file, standard input for "-", or a page when where begins
// with http:// or https://. A list has a server a line, as UT2003's master
// published it or as package address reads it, or is what a master of UT99 sends.
// The error may be of some of its lines alone, beside the servers of the others.
func Read(ctx context.Context, where string, stdin io.Reader) ([]ask.Listed, error) {
	var text []byte
	var err error
	switch {
	case strings.HasPrefix(where, "http://") || strings.HasPrefix(where, "https://"):
		text, err = download(ctx, where)
	case where == "-" && stdin != nil:
		where = "standard input"
		text, err = readAll(where, stdin)
	default:
		text, err = readFile(where)
	}
	if err != nil {
		return nil, err
	}
	list := Parse(text)
	list.where = where
	if len(list.Servers) == 0 {
		return nil, fmt.Errorf("%s: found no server, expected lines such as 192.0.2.1:7777", where)
	}
	return list.Servers, list.Err()
}

// Parse returns what a text lists, each server once.
func Parse(text []byte) *List {
	l := &List{where: "the list"}
	m := decoder.Decode(text, decoder.Options{From: decoder.Reply, Link: decoder.LinkNone, Stream: true})
	if m.Protocol() != "server-list" {
		if l.Servers = ask.ListServers(m); len(l.Servers) > 0 {
			return l
		}
	}
	seen := map[ask.Listed]bool{}
	address.Each(string(text), func(line address.Line) {
		l.Lines++
		found := servers(line.Text)
		if len(found) == 0 {
			l.Bad = append(l.Bad, line)
		}
		for _, s := range found {
			if !seen[s] {
				seen[s] = true
				l.Servers = append(l.Servers, s)
			}
		}
	})
	return l
}

// servers takes both ports from columns as in the list of UT2003.
func servers(line string) (list []ask.Listed) {
	if strings.Count(line, "\t") >= 2 {
		m := decoder.Decode([]byte(line), decoder.Options{Protocol: "server-list", Link: decoder.LinkNone})
		if list = ask.ListServers(m); len(list) == 1 && list[0].QueryPort != 0 {
			return list
		}
	}
	list = nil
	for _, a := range address.Of(line) {
		list = append(list, ask.Listed{Host: a.Host, GamePort: a.Port, Protocol: "server-list"})
	}
	return list
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(path, f)
}

func readAll(name string, r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxList+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(text) > maxList {
		return nil, fmt.Errorf("%s: found more than %d MiB, expected a server list", name, maxList>>20)
	}
	return text, nil
}

const maxHeader = 64 << 10

// sameHost lets a page redirect to others of its host only.
func sameHost(next *http.Request, before []*http.Request) error {
	if next.URL.Hostname() != before[0].URL.Hostname() {
		return fmt.Errorf("the page redirects to another host, %s; name that address if you trust it", next.URL)
	}
	if len(before) > 5 {
		return errors.New("the page redirects again and again")
	}
	return nil
}

const listTime = 30 * time.Second

func download(ctx context.Context, where string) ([]byte, error) {
	if u, err := url.Parse(where); err != nil || u.Host == "" {
		return nil, fmt.Errorf("%q is not the address of a page", where)
	}
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, where, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", "fragscope")
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true,
		MaxResponseHeaderBytes: maxHeader}
	defer transport.CloseIdleConnections()
	response, err := (&http.Client{Transport: transport, CheckRedirect: sameHost}).Do(request)
	if err != nil {
		if e, ok := errors.AsType[*url.Error](err); ok {
			err = e.Err
		}
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: the server answers %s", where, response.Status)
	}
	return readAll(where, response.Body)
}
