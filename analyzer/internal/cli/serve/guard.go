package serve

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
)

// listenAddr takes other addresses than loopback only with public.
func listenAddr(listen string, public bool) (*net.TCPAddr, error) {
	at, err := net.ResolveTCPAddr("tcp", listen)
	if err != nil {
		return nil, fmt.Errorf("--listen %q is not an address and port such as 127.0.0.1:8080: %w", listen, err)
	}
	if !public && (at.IP == nil || !at.IP.IsLoopback()) {
		return nil,
			fmt.Errorf("--listen %s can be reached from other machines: add --public if that is meant, or use 127.0.0.1:%d",
				listen, at.Port)
	}
	return at, nil
}

// guard answers only requests that mean this machine, by one of its names or
// one of hosts, and lets no other origin change or cause anything. A page from
// elsewhere whose host name leads here (DNS rebinding) would else count as our
// own.
func guard(h http.Handler, hosts []string) http.Handler {
	names := map[string]bool{}
	if name, err := os.Hostname(); err == nil {
		hosts = append(hosts[:len(hosts):len(hosts)], name, name+".local")
	}
	for _, name := range hosts {
		names[hostName(name)] = true
	}
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusForbidden, "Pages of other origins are not answered here.")
	}))
	checked := own.Handler(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answersBy(r, names) {
			refuse(w, http.StatusMisdirectedRequest,
				"This is not a host name of this machine. Use its address, or start fragscope serve with --allow-host and the "+
					"name.")
			return
		}
		checked.ServeHTTP(w, r)
	})
}

func refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Connection", "close")
	http.Error(w, why, status)
}

// answersBy reports whether the host that r names is this machine: one of
// names, a name or address of loopback that came by loopback, or the address
// that the request came to. Ports do not count, since tunnels change them.
func answersBy(r *http.Request, names map[string]bool) bool {
	host := hostName(r.Host)
	if names[host] {
		return true
	}
	to, err := localAddr(r)
	if err != nil {
		return false
	}
	if a, err := netip.ParseAddr(host); err == nil {
		a = a.WithZone("").Unmap()
		return a == to || a.IsLoopback() && to.IsLoopback()
	}
	return to.IsLoopback() && (host == "localhost" || strings.HasSuffix(host, ".localhost"))
}

func localAddr(r *http.Request) (netip.Addr, error) {
	at, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return netip.Addr{}, errors.New("the address is not known")
	}
	return at.AddrPort().Addr().WithZone("").Unmap(), nil
}

func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}
