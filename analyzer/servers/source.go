package servers

import (
	"context"
	"os"
	"strings"

	"fragscope/analyzer/live"
	"fragscope/analyzer/live/serverlist"
	"fragscope/decoder/ask"
)

// FromSource lists the servers of a source as people write it: a file, the link of a
// page, or a master, see [live.Client.ServersOf]. With an error come the servers
// that were listed before it.
func FromSource(ctx context.Context, c *live.Client, source string, q live.ListQuery) ([]ask.Listed, error) {
	if _, err := os.Stat(source); err == nil || strings.HasPrefix(source, "http://") ||
		strings.HasPrefix(source, "https://") {
		return serverlist.Read(ctx, source, nil)
	}
	return c.ServersOf(ctx, source, q)
}
