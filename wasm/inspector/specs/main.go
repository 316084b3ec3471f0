// Specs writes the specifications of the protocols as pages into a folder: what
// the Sources in the inspector link to. Their colours and the theme that a reader
// chose are page.css and theme.js, which the build of the inspector puts beside
// them.
package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"log"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	specs "fragscope/decoder/protocol"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("specs: ")
	if len(os.Args) != 2 {
		log.Fatal("usage: specs FOLDER")
	}
	folder := os.Args[1]
	if err := os.MkdirAll(folder, 0o777); err != nil {
		log.Fatal(err)
	}
	for _, file := range specs.Files() {
		page, err := render(file)
		if err != nil {
			log.Fatalf("%s: %v", file, err)
		}
		if err := os.WriteFile(filepath.Join(folder, pageOf(file)), page, 0o666); err != nil {
			log.Fatal(err)
		}
	}
}

// pageOf returns the name of the page of a file, index.html for what all
// protocols share. explain.ts makes the same names.
func pageOf(file string) string {
	if name := path.Base(path.Dir(file)); name != "protocol" {
		return name + ".html"
	}
	return "index.html"
}

//go:embed page.html
var source string

var page = template.Must(template.New("page").Parse(source))

// scrolled puts what may be wider than the screen where the keyboard can scroll it.
var scrolled = strings.NewReplacer("<table>", `<div class="wide" tabindex="0"><table>`, "</table>", "</table></div>",
	"<pre>", `<pre tabindex="0">`)

// An entry is a link of a page's navigation.
type entry struct {
	Link, Title string
	Level       int // of a heading
}

// render returns the page of a file.
func render(file string) ([]byte, error) {
	title, markdown, ok := specs.Section(file)
	if !ok {
		return nil, fmt.Errorf("not found")
	}
	md := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	src := []byte(markdown)
	doc := md.Parser().Parse(text.NewReader(src), parser.WithContext(parser.NewContext(parser.WithIDs(anchors{}))))
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if l, ok := n.(*ast.Link); ok && entering {
			to, err := target(file, string(l.Destination))
			if err != nil {
				return ast.WalkStop, err
			}
			l.Destination = []byte(to)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, err
	}
	var body, out bytes.Buffer
	if err := md.Renderer().Render(&body, src, doc); err != nil {
		return nil, err
	}
	data := struct {
		Title           string
		Files, Contents []entry
		Here            string
		Body            template.HTML
	}{Title: title, Here: pageOf(file), Body: template.HTML(scrolled.Replace(body.String()))}
	for _, f := range specs.Files() {
		title, _, _ := specs.Section(f)
		data.Files = append(data.Files, entry{pageOf(f), title, 1})
	}
	for _, h := range specs.Headings(markdown) {
		if h.Level > 1 {
			data.Contents = append(data.Contents, entry{"#" + h.Anchor, h.Title, h.Level})
		}
	}
	err = page.Execute(&out, data)
	return out.Bytes(), err
}

// anchors gives the headings the names that the links of Sources have.
type anchors struct{}

func (anchors) Generate(title []byte, _ ast.NodeKind) []byte {
	return []byte(specs.Anchor(strings.TrimSpace(string(title))))
}
func (anchors) Put([]byte) {}

// target returns where a link in a file leads to from its page: to another page,
// or to a sample, which the inspector opens.
func target(file, link string) (string, error) {
	if strings.HasPrefix(link, "#") || strings.Contains(link, "://") {
		return link, nil
	}
	to, anchor, found := strings.Cut(link, "#")
	to = path.Join("decoder", path.Dir(file), to)
	if inner, ok := strings.CutPrefix(to, "decoder/"); ok {
		if _, _, ok := specs.Section(inner); ok {
			if to = pageOf(inner); found {
				to += "#" + anchor
			}
			return to, nil
		}
	}
	if name, ok := strings.CutSuffix(to, ".hex"); ok && path.Dir(to) == "samples" {
		return "../#sample=" + path.Base(name), nil
	}
	if to == "samples" {
		return "../", nil
	}
	return "", fmt.Errorf("the link %s leads to no page", link)
}
