package api

import (
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"

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
	Answers      []Answer // when all goes well
	Problems     []string // names of the problems that it can have besides those that all have

	Handle func(*Call) error // nil when something else answers

	late func() []Param // in the place of Params, for what takes time to put together
}

// A Param is a parameter in the query of a URL, or in the path.
type Param struct {
	Name     string
	Doc      string
	Enum     []string // what it can be, nil for anything
	Number   bool
	InPath   bool
	Required bool
	Repeated bool // may be given again
	Example  string
}

// An Answer is what a route gives.
type Answer struct {
	Status int
	Types  []string     // Content-Type
	Schema string       // name of a schema of the OpenAPI document, "" for none
	Value  reflect.Type // of what comes as JSON, nil when Schema is among those that the document has anyway
	Doc    string
}

// What answers are, as Content-Type says it.
const (
	TypeJSON     = "application/json"
	TypeNDJSON   = "application/x-ndjson"
	TypeCSV      = "text/csv; charset=utf-8"
	TypeMarkdown = "text/markdown; charset=utf-8"
	TypeText     = "text/plain; charset=utf-8"
	TypeHTML     = "text/html; charset=utf-8"
	TypeCSS      = "text/css; charset=utf-8"
	TypeBytes    = "application/octet-stream"
)

func protocolNames(all []decoder.Protocol) []string {
	var names []string
	for _, p := range all {
		names = append(names, p.String())
	}
	return names
}

// askable are the protocols that have requests.
func askable() []string {
	return protocolNames(slices.DeleteFunc(decoder.Protocols(), func(p decoder.Protocol) bool { return len(decoder.Requests(p)) == 0 }))
}

// table makes the routes.
func (h *handler) table() []Route {
	get, post := http.MethodGet, http.MethodPost
	routes := []Route{
		{
			Method: post, Path: "/api/decode", Summary: "Decode packets byte by byte",
			Doc: "The body is what a person would paste: hex in any spelling, the output of xxd, hexdump, od, tcpdump or tshark, Wireshark's copies, literals of programming languages, base64, " +
				"escaped text, or raw bytes, gzip of any of these, or a short capture. In plain hex a blank line ends a datagram. The datagrams of a paste are put together to one status; a capture is decoded packet by packet.",
			Params: []Param{
				{Name: "format", Doc: "how to show it; without it json", Enum: decodeFormats(), Example: "table"},
				{Name: "protocol", Doc: "decode as this protocol; without it the bytes tell", Enum: protocolNames(decoder.Protocols()), Example: "unreal2"},
				{Name: "from", Doc: "what the packets are; without it the bytes tell", Enum: []string{"request", "reply"}},
				{Name: "full", Doc: "in table, tree and markdown: show every byte and letter, and what is known about each field", Enum: []string{"true", "false"}},
			},
			Body:     "a paste, raw bytes or a capture",
			Answers:  []Answer{{Status: http.StatusOK, Types: []string{TypeJSON, TypeNDJSON, TypeCSV, TypeMarkdown, TypeText}, Schema: "Decoded", Doc: "every byte in a field, what is odd, and what the server says"}},
			Problems: []string{"unreadable", "too-large", "answer-too-long", "too-slow", "body"},
			Handle:   (*Call).decode,
		},
	}
	routes = append(routes, h.opts.More...)
	return append(routes, []Route{
		{
			Method: get, Path: "/api/explain", Summary: "List what can be explained",
			Answers: []Answer{{Status: http.StatusOK, Types: []string{TypeJSON}, Schema: "Names", Value: reflect.TypeFor[Names](), Doc: "every name, with what it names"}},
			Handle:  (*Call).explainable,
		},
		{
			Method: get, Path: "/api/explain/{name}", Summary: "Explain a problem, field, rule or protocol",
			Doc:     "Names are those in the answers of decode: codes of problems, keys of fields, keys of rules, names of protocols.",
			Params:  []Param{{Name: "name", Doc: "code, key or name", InPath: true, Required: true, Example: "length-past-end"}},
			Answers: []Answer{{Status: http.StatusOK, Types: []string{TypeJSON}, Schema: "Explained", Value: reflect.TypeFor[Explained](), Doc: "what it means, and where that is known from"}},
			Handle:  (*Call).explain,
		},
		{
			Method: get, Path: "/api/protocols", Summary: "List the protocols",
			Answers: []Answer{{Status: http.StatusOK, Types: []string{TypeJSON}, Schema: "Protocols", Value: reflect.TypeFor[Protocols](), Doc: "what each is, its ports, its messages, and the requests that can be built"}},
			Handle:  (*Call).protocols,
		},
		{
			Method: get, Path: "/api/request", Summary: "Build the bytes of a request",
			Doc:     "Which of the parameters count depends on the protocol.",
			late:    sync.OnceValue(requestParams),
			Answers: []Answer{{Status: http.StatusOK, Types: []string{TypeBytes, TypeText, TypeJSON}, Schema: "Request", Value: reflect.TypeFor[Request](), Doc: "the bytes themselves, or as text"}},
			Handle:  (*Call).request,
		},
		{
			Method: get, Path: "/api/openapi.json", Summary: "This API, for programs",
			Answers: []Answer{{Status: http.StatusOK, Types: []string{TypeJSON}, Doc: "an OpenAPI 3.1 document"}},
			Handle:  (*Call).openapi,
		},
		{
			Method: get, Path: "/api/", Summary: "This API, for people",
			Answers: []Answer{{Status: http.StatusOK, Types: []string{TypeHTML}, Doc: "a page"}},
			Handle:  (*Call).page,
		},
		{Method: get, Path: "/api/page.css", Handle: (*Call).style},
	}...)
}

// params are what r takes.
func (r *Route) params() []Param {
	if r.late != nil {
		return r.late()
	}
	return r.Params
}

// parse reads the query of a URL. A parameter that the route does not have is
// an error, for it would be left out silently.
func (t *Route) parse(query string) (params, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, badParameter.problem("The query of the URL cannot be read: %s.", cut(err.Error()))
	}
	list := t.params()
	for name, v := range values {
		i := slices.IndexFunc(list, func(p Param) bool { return p.Name == name && !p.InPath })
		if i < 0 {
			var has []string
			for _, p := range list {
				if !p.InPath {
					has = append(has, p.Name)
				}
			}
			if has == nil {
				return nil, WrongParameter(cut(name), "%s takes no parameters.", t.Path)
			}
			return nil, WrongParameter(cut(name), "%s has no such parameter; it has %s.", t.Path, strings.Join(has, ", "))
		}
		p := &list[i]
		if len(v) > 1 && !p.Repeated {
			return nil, WrongParameter(name, "given %d times, once is enough.", len(v))
		}
		if p.Enum != nil && !slices.Contains(p.Enum, v[0]) {
			return nil, WrongParameter(name, "%q is none of %s.", cut(v[0]), strings.Join(p.Enum, ", "))
		}
	}
	for _, p := range list {
		if p.Required && !p.InPath && len(values[p.Name]) == 0 {
			return nil, WrongParameter(p.Name, "it has to be given.")
		}
	}
	return params(values), nil
}

func decodeFormats() []string {
	var names []string
	for f := range render.CSV + 1 {
		names = append(names, f.String())
	}
	return names
}
