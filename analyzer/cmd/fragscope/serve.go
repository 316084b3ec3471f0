package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// pagePolicy lets the page do what it needs and nothing else: its own scripts,
// styles and programs, and no request to anywhere else.
const pagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; " +
	"worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func serveCommand() *cobra.Command {
	listen := "127.0.0.1:0"
	c := &cobra.Command{
		Use:   "serve FOLDER",
		Short: "Serve the browser inspector on this machine",
		Long: `Serve the browser inspector from the folder that it was built into.

The address is printed; Ctrl-C ends it. The page decodes in the browser: nothing
that is pasted there is sent anywhere, not even here.`,
		Example: "  fragscope serve wasm/inspector/web/dist",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if _, err := os.Stat(path.Join(args[0], "index.html")); err != nil {
				return fmt.Errorf("%s: found no page, expected the folder that the inspector was built into; go tool task inspect builds it", args[0])
			}
			l, err := net.Listen("tcp", listen)
			if err != nil {
				return fmt.Errorf("cannot listen on %s: %w; --listen 127.0.0.1:0 takes a free port", listen, err)
			}
			ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			fmt.Fprintf(c.OutOrStdout(), "fragscope inspector: http://%s/ (Ctrl-C ends it)\n", l.Addr())
			return serve(ctx, l, servePage(os.DirFS(args[0])))
		},
	}
	c.Flags().StringVar(&listen, "listen", listen, "address and port; port 0 takes a free one")
	return c
}

// serve serves h until ctx is done.
func serve(ctx context.Context, l net.Listener, h http.Handler) error {
	s := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	end, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := s.Shutdown(end); err != nil {
		s.Close()
	}
	if err := <-done; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// servePage serves the files of the page. Those whose name holds a hash of
// their content are kept by the browser for good.
func servePage(files fs.FS) http.Handler {
	inner := http.FileServerFS(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", pagePolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "this page takes nothing: it decodes in the browser", http.StatusMethodNotAllowed)
			return
		}
		if strings.HasPrefix(r.URL.Path, "/assets/") {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		} else {
			h.Set("Cache-Control", "no-cache")
		}
		inner.ServeHTTP(w, r)
	})
}
