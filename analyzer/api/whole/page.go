package whole

import (
	_ "embed"
	"html"
	"strings"

	"fragscope/analyzer/api"
)

//go:embed page.css
var styleSheet string

func style(c *api.Call) error {
	if err := c.SetType(api.TypeCSS); err != nil {
		return err
	}
	_, err := c.Write([]byte(styleSheet))
	return err
}

func page(c *api.Call) error {
	if err := c.SetType(api.TypeHTML); err != nil {
		return err
	}
	p := pageWriter{}
	p.raw(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
		`<title>fragscope API</title><link rel="stylesheet" href="/api/page.css"><main><h1>fragscope API</h1>`)
	p.element("p", "What every byte of a game-server query packet means, over HTTP. Nobody has to sign in. Nothing that "+
		"is sent is kept.")
	if c.AnyOrigin() {
		p.element("p", "Any page may ask (CORS).")
	}
	p.element("p", "One body is decoded in at most a few hundred bytes of memory for each of its datagrams; a few "+
		"bodies are decoded at once, and others wait or are told when to come again (503). "+
		"A client that takes or sends less than 16 KiB a second, after 30 s of grace, is given up.")
	p.raw(
		`<pre>curl --data-binary @packet.txt '/api/decode?format=table'</pre><p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p>`)
	routes := c.Routes()
	for i := range routes {
		if r := &routes[i]; r.Summary != "" {
			p.route(r)
		}
	}
	p.element("h2", "Problems")
	p.element("p", "A request that is refused gets application/problem+json (RFC 9457): type, title, status, detail, "+
		"and what else helps.")
	p.raw("<dl>")
	for _, k := range api.Kinds() {
		p.raw(`<dt id="` + html.EscapeString(k.Name) + `">`)
		p.text(status(k.Status) + " " + k.Title)
		p.raw("</dt>")
		p.element("dd", k.Doc)
	}
	p.raw("</dl></main></html>\n")
	_, err := c.Write([]byte(p.String()))
	return err
}

// A pageWriter writes HTML. Texts are escaped.
type pageWriter struct{ strings.Builder }

func (p *pageWriter) raw(s string)  { p.WriteString(s) }
func (p *pageWriter) text(s string) { p.WriteString(html.EscapeString(s)) }

func (p *pageWriter) element(name, s string) {
	p.raw("<" + name + ">")
	p.text(s)
	p.raw("</" + name + ">")
}

func (p *pageWriter) route(r *api.Route) {
	p.raw("<section><h2><b>")
	p.text(r.Method)
	p.raw("</b> <code>")
	p.text(r.Path)
	p.raw("</code></h2>")
	p.element("p", r.Summary+".")
	if r.Doc != "" {
		p.element("p", r.Doc)
	}
	if len(r.Parameters()) > 0 {
		p.raw("<dl>")
		for _, a := range r.Parameters() {
			p.raw("<dt><code>")
			p.text(a.Name)
			p.raw("</code></dt><dd>")
			p.text(a.Doc)
			if a.Enum != nil {
				p.text(" (" + strings.Join(a.Enum, ", ") + ")")
			}
			p.raw("</dd>")
		}
		p.raw("</dl>")
	}
	if r.Body != "" {
		p.element("p", "Body: "+r.Body+".")
	}
	for _, a := range r.Answers {
		p.element("p", "Answer "+status(a.Status)+": "+a.Doc+" ("+strings.Join(a.Types, ", ")+").")
	}
	p.raw("</section>")
}
