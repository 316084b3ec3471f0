// Package serve has the commands that a browser, an assistant or Wireshark drives.
package serve

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fragscope/analyzer/api"
	"fragscope/analyzer/api/analysis"
	"fragscope/analyzer/api/whole"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/record"
	"fragscope/decoder/wire"
	"fragscope/wasm/inspector/site"
)

// Commands returns those that others drive: a browser, an assistant, Wireshark. The last two run commands of root.
func Commands(root func() *cobra.Command) []*cobra.Command {
	return []*cobra.Command{serveCommand(), mcpCommand(root), extcapCommand(root)}
}

func serveCommand() *cobra.Command {
	listen, public := "127.0.0.1:0", false
	var hosts, layouts []string
	c := &cobra.Command{
		Use:   "serve [FOLDER]",
		Short: "Serve the browser inspector on this machine",
		Long: `Serve the browser inspector: the page that this program carries, or the one
that was built into FOLDER.

The address is printed; Ctrl-C ends it, with exit status 130. The page decodes
in the browser: nothing that is pasted there is sent anywhere, not even here.
Scripts are answered below /api/, which is also a page that documents it; they
get packets that no protocol recognises as the files of --layout describe them,
and so does the page when it is opened as /layout.

Only this machine can reach it, unless --listen names another address and
--public says that anybody may connect. It answers by the names of this machine
alone: localhost, the addresses it listens on, its host name, and those that
--allow-host adds. So no page from elsewhere can reach it under a name of its
own, nor read its answers: other origins get no permission (CORS) and cannot
post.`,
		Example: `  fragscope serve --listen 127.0.0.1:8080
  fragscope serve --listen :8080 --public --allow-host inspector.example.org`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			page, err := servedPage(args, site.Built(), c.ErrOrStderr())
			if err != nil {
				return err
			}
			describe, err := cli.ReadLayouts(layouts)
			if err != nil {
				return err
			}
			at, err := listenAddr(listen, public)
			if err != nil {
				return err
			}
			l, err := net.ListenTCP("tcp", at)
			if err != nil {
				return fmt.Errorf("cannot listen on %s: %w; --listen 127.0.0.1:0 takes a free port", listen, err)
			}
			ctx, stop := cli.UntilInterrupted(c.Context(), c.ErrOrStderr(), &cli.Outputs{})
			defer stop()
			start := ""
			if len(layouts) > 0 {
				start = "layout"
			}
			fmt.Fprintf(c.OutOrStdout(), "fragscope inspector: http://%s/%s (Ctrl-C ends it)\n", l.Addr(), start)
			if err := serve(ctx, l, guard(Handler(page, describe, layouts...), hosts)); err != nil ||
				!cli.Interrupted(ctx) {
				return err
			}
			return cli.ExitStatus(cli.ExitInterrupted)
		},
	}
	cli.ListenFlags(c, &listen, listen, "", &public)
	cli.LayoutFlag(c, &layouts)
	c.Flags().StringArrayVar(&hosts, "allow-host", nil,
		"another host name to answer by, as behind a proxy; may be given again")
	return c
}

// withoutPage is served by a program that was built without the page.
//
//go:embed nopage
var withoutPage embed.FS

func servedPage(args []string, built fs.FS, errout io.Writer) (fs.FS, error) {
	if len(args) == 0 {
		if built == nil {
			fmt.Fprintln(errout, "this program was built without the page and serves the API alone; "+
				"go tool task page build makes one with it")
			return fs.Sub(withoutPage, "nopage")
		}
		return built, nil
	}
	folder, err := os.OpenRoot(args[0]) // links that lead out of it are not followed
	if err != nil {
		return nil, err
	}
	page := folder.FS()
	if !site.IsPage(page) {
		return nil,
			fmt.Errorf("%s: found no page, expected the folder that the inspector was built into; go tool task page builds it",
				args[0])
	}
	return page, nil
}

// Handler serves the page and the API; a page that is opened as /layout takes the layouts in files.
func Handler(page fs.FS, layouts *wire.Layouts, files ...string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", whole.Paced(site.Handler(page), 30*time.Second))
	mux.HandleFunc("GET /layout", func(w http.ResponseWriter, r *http.Request) {
		var texts []string
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				http.Error(w, "the layout "+filepath.Base(name)+" can no longer be read", http.StatusNotFound)
				return
			}
			texts = append(texts, string(text))
		}
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, "/#layout="+url.PathEscape(strings.Join(texts, "\n---\n")), http.StatusFound)
	})
	mux.Handle("/api/", whole.New(api.Options{Layouts: layouts,
		More: []api.Route{analysis.Route(analysis.Options{Analyzer: record.Options{Layouts: layouts}})}}))
	return mux
}

func serve(ctx context.Context, l net.Listener, h http.Handler) error {
	s := whole.Server(h)
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
