package api

import (
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/render"
)

// A Route is a path of the API with what it takes and gives.
type Route struct {
	Method, Path string
	Summary      string // one line
	Doc          string // sentences
	Params       []Param
	Body         string   // what the body is, "" for none
	Answers      []Answer // on success
	Problems     []string // names of the problems that it can have besides the common ones

	Handle func(*Call) error // nil when something else answers

	late func() []Param // in place of Params, for what takes time to build
}

// A Param is a parameter in the query of a URL, or in the path.
type Param struct {
	Name     string
	Doc      string
	Enum     []string // what it can be, nil for anything
	Number   bool
	InPath   bool
	Required bool
	Repeated bool // may be repeated
	Example  string
}

// An Answer is what a route returns.
type Answer struct {
	Status int
	Types  []string // Content-Type
	Schema string   // name of a schema of the OpenAPI document, "" for none
	Value  any      // a nil pointer to the type sent as JSON, nil when Schema is one of the common schemas
	Rows   []Schema // of a line of NDJSON: one of these, nil for any
	Doc    string
}

// A Schema is a JSON Schema with its name in the OpenAPI document.
type Schema struct {
	Name  string
	Value map[string]any
}

const (
	TypeJSON     = "application/json"
	TypeNDJSON   = "application/x-ndjson"
	TypeCSV      = "text/csv; charset=utf-8"
	TypeMarkdown = "text/markdown; charset=utf-8"
	TypeText     = "text/plain; charset=utf-8"
	TypeHTML     = "text/html; charset=utf-8"
	TypeCSS      = "text/css; charset=utf-8"
	TypeParquet  = "application/vnd.apache.parquet"
	TypeBytes    = "application/octet-stream"
)

func protocolNames(all []decoder.Protocol) []string {
	var names []string
	for _, p := range all {
		names = append(names, p.String())
	}
	return names
}

func askable() []string {
	return protocolNames(slices.DeleteFunc(decoder.Protocols(), func(p decoder.Protocol) bool {
		return len(decoder.Descriptor(p).Requests()) == 0
	}))
}

func (a *API) table() []Route {
	routes := []Route{
		{
			Method: "POST", Path: "/api/decode", Summary: "Decode packets byte by byte",
			Doc: "The body is a paste: hex in any notation, the output of xxd, hexdump, od, tcpdump or tshark, Wireshark's " +
				"copies, literals of programming languages, base64, " +
				"escaped text, or raw bytes, gzip of any of these, or a short capture. In plain hex an empty line ends a " +
				"datagram. A body of the type application/octet-stream that is no capture is the bytes of one packet. The " +
				"datagrams of a paste give one status; a capture is decoded packet by packet.",
			Params: []Param{
				{Name: "format", Doc: "output format; default json", Enum: decodeFormats(), Example: "table"},
				{Name: "protocol", Doc: "decode as this protocol; default auto-detect", Enum: protocolNames(decoder.Protocols()),
					Example: "unreal2"},
				{Name: "from", Doc: "what the packets are; default auto-detect", Enum: []string{"request", "reply"}},
				{Name: "input", Doc: "what the body is: raw, the bytes of one packet, or text, which is never the packet itself; " +
					"default auto-detect", Enum: []string{"raw", "text"}},
				{Name: "full", Doc: "in table, tree and markdown: show every byte and character, and what is known about each " +
					"field", Enum: []string{"true", "false"}},
			},
			Body: "a paste, raw bytes or a capture",
			Answers: []Answer{{Status: 200, Types: []string{TypeJSON, TypeNDJSON, TypeCSV, TypeMarkdown, TypeText},
				Schema: "Decoded", Doc: "every byte in a field, the problems, and the status of the server"}},
			Problems: []string{"unreadable", "too-large", "answer-too-long", "too-slow", "body", "busy"},
			Handle:   (*Call).decode,
		},
	}
	routes = append(routes, a.opts.More...)
	routes = append(routes, []Route{
		{
			Method: "GET", Path: "/api/explain", Summary: "List what can be explained",
			Answers: []Answer{{Status: 200, Types: []string{TypeJSON}, Schema: "Names", Value: (*Names)(nil),
				Doc: "every name, with its kind"}},
			Handle: (*Call).explainable,
		},
		{
			Method: "GET", Path: "/api/explain/{name}", Summary: "Explain a problem, field, rule or protocol",
			Doc: "Names are those in the answers of decode: codes of problems, keys of fields, keys of rules, names of " +
				"protocols.",
			Params: []Param{{Name: "name", Doc: "code, key or name", InPath: true, Required: true, Example: "length-past-end"}},
			Answers: []Answer{{Status: 200, Types: []string{TypeJSON}, Schema: "Explained", Value: (*Explained)(nil),
				Doc: "what it means, and its source"}},
			Handle: (*Call).explain,
		},
		{
			Method: "GET", Path: "/api/protocols", Summary: "List the protocols",
			Answers: []Answer{{Status: 200, Types: []string{TypeJSON}, Schema: "Protocols", Value: (*Protocols)(nil),
				Doc: "what each is, its ports, its messages, and the requests that can be built"}},
			Handle: (*Call).protocols,
		},
		{
			Method: "GET", Path: "/api/request", Summary: "Build the bytes of a request",
			Doc:  "Which of the parameters count depends on the protocol.",
			late: requestParams,
			Answers: []Answer{{Status: 200, Types: []string{TypeBytes, TypeText, TypeJSON}, Schema: "Request",
				Value: (*Built)(nil), Doc: "the bytes themselves, or as text"}},
			Handle: (*Call).request,
		},
	}...)
	return append(routes, a.opts.About...)
}

// Parameters are what r takes.
func (r *Route) Parameters() []Param {
	if r.late != nil {
		return r.late()
	}
	return r.Params
}

// A parameter that the route does not have is an error, for it would be ignored silently.
func (r *Route) parse(query string) (params, error) {
	given, err := parseQuery(query)
	if err != nil {
		return nil, err
	}
	list := r.Parameters()
	for i, g := range given {
		k := slices.IndexFunc(list, func(p Param) bool { return p.Name == g.name && !p.InPath })
		if k < 0 {
			var has []string
			for _, p := range list {
				if !p.InPath {
					has = append(has, p.Name)
				}
			}
			if has == nil {
				return nil, WrongParameter(cut(g.name), r.Path+" takes no parameters.")
			}
			return nil, WrongParameter(cut(g.name), r.Path+" has no such parameter; it has "+strings.Join(has, ", ")+".")
		}
		p := &list[k]
		if !p.Repeated && slices.ContainsFunc(given[:i], func(o param) bool { return o.name == g.name }) {
			return nil, WrongParameter(g.name, "given more than once.")
		}
		if p.Enum != nil && !slices.Contains(p.Enum, g.value) {
			return nil, WrongParameter(g.name, strconv.Quote(cut(g.value))+" is none of "+strings.Join(p.Enum, ", ")+".")
		}
	}
	for _, p := range list {
		if p.Required && !p.InPath && !slices.ContainsFunc(given, func(g param) bool { return g.name == p.Name }) {
			return nil, WrongParameter(p.Name, "it is required.")
		}
	}
	return given, nil
}

func decodeFormats() []string {
	var names []string
	for f := range render.CSV + 1 {
		names = append(names, f.String())
	}
	return names
}
