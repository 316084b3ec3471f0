// Package protocol holds the specifications of the protocols: the SPEC.md in this
// folder, which says what they share, and that of each folder below it.
//
// The Source of a field or of a problem consists of links into them, such as
// "protocol/unreal2/SPEC.md#ping-reply". This package is above the decoder: the
// decoder does not link the texts, only programs that show them do.
package protocol

import (
	"embed"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

//go:embed SPEC.md */SPEC.md
var embedded embed.FS

var (
	link = regexp.MustCompile(`\bprotocol/(?:\w+/)?SPEC\.md(?:#[\w-]+)?`)
	// Generated tables are between comments, which are of no use to a reader.
	comment = regexp.MustCompile(`(?m)^<!-- .* -->\n`)
)

// Files returns the links to all files, what all protocols share first.
func Files() []string {
	files := []string{"protocol/SPEC.md"}
	names, _ := fs.Glob(embedded, "*/SPEC.md") // the pattern is right, nothing else can fail
	for _, name := range names {
		files = append(files, "protocol/"+name)
	}
	return files
}

// Links returns the links in a Source, which may name other documents too.
func Links(source string) []string { return link.FindAllString(source, -1) }

// Section returns the section that a link leads to, with its subsections, or
// the whole file when the link has no anchor.
func Section(link string) (title, markdown string, ok bool) {
	name, anchor, _ := strings.Cut(link, "#")
	name, ok = strings.CutPrefix(name, "protocol/")
	text, err := embedded.ReadFile(name)
	if !ok || err != nil {
		return "", "", false
	}
	for _, h := range Headings(comment.ReplaceAllString(string(text), "")) {
		if anchor == "" || h.Anchor == anchor {
			return h.Title, h.Text, true
		}
	}
	return "", "", false
}

// A Heading begins a section of a file.
type Heading struct {
	Level         int // 1 for the title of the file
	Title, Anchor string
	Text          string // the section in Markdown, its heading and subsections included
}

// Headings returns the headings of a Markdown text.
func Headings(markdown string) (list []Heading) {
	code, at := false, 0
	var starts []int
	for line := range strings.Lines(markdown) {
		title := strings.TrimLeft(line, "#")
		if strings.HasPrefix(line, "```") {
			code = !code
		} else if !code && title != line && strings.HasPrefix(title, " ") {
			level := len(line) - len(title)
			title = strings.TrimSpace(title)
			list, starts = append(list, Heading{Level: level, Title: title, Anchor: Anchor(title)}), append(starts, at)
		}
		at += len(line)
	}
	for i := range list {
		end := len(markdown)
		if n := slices.IndexFunc(list[i+1:], func(h Heading) bool { return h.Level <= list[i].Level }); n >= 0 {
			end = starts[i+1+n]
		}
		list[i].Text = markdown[starts[i]:end]
	}
	return list
}

// Anchor returns the name by which a heading is linked, as GitHub makes it.
func Anchor(title string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == ' ' || c == '-':
			return '-'
		case c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z':
			return c
		}
		return -1
	}, strings.ToLower(title))
}
