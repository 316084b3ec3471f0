package serve

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/internal/cli/decode"
	"fragscope/analyzer/internal/cli/live"
	"fragscope/decoder"
	"fragscope/decoder/ask"
)

type decodeCall struct {
	Text     string `json:"text,omitempty" jsonschema:"the packets as text: a hex dump in any form, a copy from a tool, base64"`
	File     string `json:"file,omitempty" jsonschema:"a file of such text, raw bytes or a capture, instead of text"`
	Sample   string `json:"sample,omitempty" jsonschema:"an embedded sample such as ut2004-info-reply, instead of text"`
	Format   string `json:"format,omitempty" jsonschema:"how datagrams are shown; without it table, or fields when some are named"`
	Protocol string `json:"protocol,omitempty" jsonschema:"decode as this protocol; without it auto-detected"`
	From     string `json:"from,omitempty" jsonschema:"what the packets are; without it auto-detected"`
	Filter   string `json:"filter,omitempty" jsonschema:"only packets that meet this expression, such as: protocol == \"unreal2\" and size > 100"`
	Fields   texts  `json:"fields,omitempty" jsonschema:"keys of fields to print, a line for each packet, such as unreal2.info.hostname"`
	pageCall
}

type explainCall struct {
	Name string `json:"name,omitempty" jsonschema:"a problem's code, a field's or rule's key, a protocol, or a source such as protocol/unreal2/SPEC.md#ping-reply; without it problems and protocols are listed"`
	Spec bool   `json:"spec,omitempty" jsonschema:"the sections of the specification that the source names"`
	pageCall
}

type analyzeCall struct {
	Captures texts  `json:"captures" jsonschema:"captures (pcap, pcapng, snoop; also compressed), or folders of them"`
	Format   string `json:"format,omitempty" jsonschema:"report without it; with packet it is that of the decoded packet"`
	Table    string `json:"table,omitempty" jsonschema:"for csv and ndjson: which table; exchanges without it"`
	Filter   string `json:"filter,omitempty" jsonschema:"only packets that meet this expression, such as: net(\"192.0.2.0/24\") and problem(\"*\")"`
	Since    string `json:"since,omitempty" jsonschema:"only packets from this time on, such as 2026-01-31 20:00:00, in UTC"`
	Until    string `json:"until,omitempty" jsonschema:"only packets before this time"`
	Packet   int64  `json:"packet,omitempty" jsonschema:"decode this packet of the capture in full, by its number from 1"`
	pageCall
}

type queryCall struct {
	Servers  texts  `json:"servers" jsonschema:"servers to query: HOST, HOST:PORT or [IPv6]:PORT; datagrams are sent to these and nobody else"`
	Protocol string `json:"protocol,omitempty" jsonschema:"how to query; without it auto-detected by probing the usual ports of the host"`
	Parts    texts  `json:"parts,omitempty" jsonschema:"what to query; without it all"`
	Format   string `json:"format,omitempty" jsonschema:"summary without it"`
	pageCall
}

type requestCall struct {
	Protocol string            `json:"protocol,omitempty" jsonschema:"protocol of the request; without it all requests are listed"`
	Message  string            `json:"message,omitempty" jsonschema:"which request, such as rules request; without it the one whose reply contains most"`
	Settings map[string]string `json:"settings,omitempty" jsonschema:"details of the request, by the names of the flags of fragscope request, such as challenge or item"`
	pageCall
}

func (s *mcpServer) addTools() {
	no := false
	local := func(title string) *mcp.ToolAnnotations {
		return &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &no}
	}
	addTool(s, &mcp.Tool{Name: "decode", Annotations: local("Decode packets"),
		Description: "Decode packets of game-server queries field by field: offset, bytes, value, meaning, problems."},
		map[string][]string{"format": decode.Formats(), "protocol": cli.ProtocolNames(), "from": {"request", "reply"}},
		s.decode)
	addTool(s, &mcp.Tool{Name: "explain", Annotations: local("Explain a name"),
		Description: "Say what a problem, a field, a rule or a protocol means, and where that is known from."}, nil,
		s.explain)
	addTool(s, &mcp.Tool{Name: "analyze", Annotations: local("Analyze captures"),
		Description: "Explain captures: who queried what, who answered, how fast, what was lost, how servers changed. With " +
			"packet, decode one packet in full."},
		map[string][]string{"format": slices.Concat([]string{"report", "json", "ndjson", "csv"},
			[]string{"table", "tree", "markdown"}), "table": export.TableNames()}, s.analyze)
	addTool(s, &mcp.Tool{Name: "query", Annotations: &mcp.ToolAnnotations{Title: "Query servers", ReadOnlyHint: true},
		Description: "Query game servers over the network for info, rules and players. Only servers that the call names " +
			"get datagrams."},
		map[string][]string{"format": live.QueryFormats(), "protocol": append([]string{"auto"}, live.PlanNames()...)}, s.query)
	addTool(s, &mcp.Tool{Name: "request", Annotations: local("Build a request"),
		Description: "Build the bytes of a request as hexadecimal digits. Nothing is sent."},
		map[string][]string{"protocol": cli.ProtocolNames()}, s.request)
}

func (p *pageCall) settle() pageCall {
	return pageCall{p.Offset, cmp.Or(p.Limit, mcpPage)}
}

type flags []string

func (f *flags) add(name, value string) {
	if value != "" {
		*f = append(*f, "--"+name+"="+value)
	}
}

func (s *mcpServer) decode(ctx context.Context, in *decodeCall) (*mcp.CallToolResult, error) {
	given := 0
	for _, text := range []string{in.Text, in.File, in.Sample} {
		if text != "" {
			given++
		}
	}
	if given != 1 {
		return nil, fmt.Errorf("give one of text, file and sample: found %d of them", given)
	}
	if len(in.Text) > mcpText {
		return nil, fmt.Errorf("text: found %d bytes, expected at most %d; keep only the packets of interest, or name a file",
			len(in.Text), mcpText)
	}
	if len(in.Fields) > 0 && in.Format == "" {
		in.Format = "fields"
	}
	args := flags{"decode", "--color=never"}
	args.add("format", in.Format)
	args.add("protocol", in.Protocol)
	args.add("from", in.From)
	args.add("filter", in.Filter)
	args.add("sample", in.Sample)
	if in.Format == "fields" {
		args.add("field-option", "header=y")
	}
	for _, key := range in.Fields {
		args = append(args, "--field="+key)
	}
	if in.File != "" {
		path, err := s.readable(in.File)
		if err != nil {
			return nil, err
		}
		args = append(args, "--", path)
	}
	return s.run(ctx, in.settle(), in.Text, args...)
}

func (s *mcpServer) explain(ctx context.Context, in *explainCall) (*mcp.CallToolResult, error) {
	args := []string{"explain"}
	if in.Spec {
		args = append(args, "--spec")
	}
	if in.Name != "" {
		args = append(args, "--", in.Name)
	}
	return s.run(ctx, in.settle(), "", args...)
}

func (s *mcpServer) analyze(ctx context.Context, in *analyzeCall) (*mcp.CallToolResult, error) {
	if len(in.Captures) == 0 || len(in.Captures) > mcpPaths {
		return nil, fmt.Errorf("captures: found %d, expected 1 to %d", len(in.Captures), mcpPaths)
	}
	args := flags{"analyze", "--color=never", "--progress=never"}
	args.add("format", in.Format)
	args.add("table", in.Table)
	args.add("filter", in.Filter)
	args.add("since", in.Since)
	args.add("until", in.Until)
	if in.Packet != 0 {
		args.add("packet", fmt.Sprint(in.Packet))
	}
	args = append(args, "--")
	for _, name := range in.Captures {
		path, err := s.readable(name)
		if err != nil {
			return nil, err
		}
		args = append(args, path)
	}
	return s.run(ctx, in.settle(), "", args...)
}

func (s *mcpServer) query(ctx context.Context, in *queryCall) (*mcp.CallToolResult, error) {
	if len(in.Servers) == 0 || len(in.Servers) > mcpHosts {
		return nil, fmt.Errorf("servers: found %d, expected 1 to %d", len(in.Servers), mcpHosts)
	}
	args := flags{"query", "--color=never"}
	args.add("protocol", in.Protocol)
	args.add("parts", strings.Join(in.Parts, ","))
	args.add("format", in.Format)
	args = append(append(args, "--"), in.Servers...)
	page, key := in.settle(), strings.Join(args, "\x00")
	a, known := s.answers.get(key)
	if page.Offset == 0 || !known {
		if page.Offset > 0 {
			return nil,
				fmt.Errorf("offset %d: the answer of these servers is not kept any more; query them again without an offset",
					page.Offset)
		}
		text := &capped{limit: mcpKept}
		a.said, a.err = s.execute(ctx, text, "", args)
		if text.cut {
			a.said += fmt.Sprintf("the answer is cut after %d bytes\n", mcpKept)
		}
		a.text = string(text.text)
		s.answers.put(key, a)
	}
	p := &pager{pageCall: page}
	_, _ = p.Write([]byte(a.text)) // that the page is full shows in it
	text, next := p.page()
	return pageResult(text, next, page.Offset, a.said, a.err)
}

func (s *mcpServer) request(ctx context.Context, in *requestCall) (*mcp.CallToolResult, error) {
	args := flags{"request"}
	if in.Protocol == "" {
		return s.run(ctx, in.settle(), "", append(args, "--list")...)
	}
	for _, name := range slices.Sorted(maps.Keys(in.Settings)) {
		if !slices.ContainsFunc(decoder.AllSettings(), func(s ask.Setting) bool { return s.Name == name }) {
			return nil, fmt.Errorf("settings: %q is none of a protocol; fragscope request --help lists them", name)
		}
		args = append(args, "--"+name+"="+in.Settings[name])
	}
	args = append(args, "--", in.Protocol)
	if in.Message != "" {
		args = append(args, in.Message)
	}
	return s.run(ctx, in.settle(), "", args...)
}

type answer struct {
	text, said string
	err        error
}

// answers keeps the latest, for their next pages.
type answers struct {
	mu   sync.Mutex
	kept map[string]answer
	keys []string // the oldest first
}

func (a *answers) get(key string) (answer, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	x, ok := a.kept[key]
	return x, ok
}

func (a *answers) put(key string, x answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.kept == nil {
		a.kept = map[string]answer{}
	}
	a.keys = append(slices.DeleteFunc(a.keys, func(k string) bool { return k == key }), key)
	a.kept[key] = x
	if len(a.keys) > mcpAnswers {
		delete(a.kept, a.keys[0])
		a.keys = a.keys[1:]
	}
}
