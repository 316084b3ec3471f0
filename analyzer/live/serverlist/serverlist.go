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

	"fragscope/decoder"
	"fragscope/decoder/ask"
)

// maxList bounds a server list, in bytes.
const maxList = 4 << 20

// Read reads the servers of a list: a file, or a page when where
// begins with http:// or https://. A list has a server a line, as UT2003's
// master published it or as address:port, or is what a master of UT99 sends.
func Read(ctx context.Context, where string) ([]decoder.Listed, error) {
	var text []byte
	var err error
	if strings.HasPrefix(where, "http://") || strings.HasPrefix(where, "https://") {
		text, err = download(ctx, where)
	} else {
		text, err = readFile(where)
	}
	if err != nil {
		return nil, err
	}
	list := Parse(text)
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: found no server, expected lines such as 192.0.2.1:7777", where)
	}
	return list, nil
}

// Parse returns the servers that a text lists.
func Parse(text []byte) []decoder.Listed {
	if list := ask.ListServers(decoder.Decode(text, decoder.Options{From: decoder.Reply, Link: decoder.LinkNone, Stream: true})); len(list) > 0 {
		return list
	}
	return ask.ListServers(decoder.Decode(text, decoder.Options{Protocol: decoder.ServerList, Link: decoder.LinkNone}))
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

// maxHeader bounds the header of a page, in bytes.
const maxHeader = 64 << 10

// sameHost lets a page redirect to others of its host only: no host is asked
// that nobody named.
func sameHost(next *http.Request, before []*http.Request) error {
	if next.URL.Hostname() != before[0].URL.Hostname() {
		return fmt.Errorf("the page redirects to another host, %s; name that address if you trust it", next.URL)
	}
	if len(before) > 5 {
		return errors.New("the page redirects again and again")
	}
	return nil
}

// listTime is how long a page may take to arrive.
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
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, MaxResponseHeaderBytes: maxHeader}
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
