package ui

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	table "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// proseWidth is how wide lines of prose get, in digits: longer ones are hard to read.
const proseWidth = 95

// markdown adds a text in Markdown, tables included, and returns the lines of its headings, in order.
func (b *lineBuilder) markdown(source string) (headings []int) {
	src := []byte(source)
	doc := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(text.NewReader(src))
	wide := b.width
	defer func() { b.width = wide }()
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		b.width = min(wide, textFont(false).width("0")*proseWidth)
		if n.Kind() == table.KindTable || n.Kind() == ast.KindFencedCodeBlock {
			b.width = wide
		}
		if h, ok := n.(*ast.Heading); ok {
			b.gap()
			headings = append(headings, len(b.lines))
			face := textFont(true)
			if h.Level == 1 {
				face = titleFont()
			}
			b.paragraph(plainText(n, src), face, b.p.Text, 0, func(l *line) {
				if h.Level < 3 {
					l.rule = b.p.Line
				}
			})
			continue
		}
		b.block(n, src, 0)
	}
	return headings
}

func (b *lineBuilder) block(n ast.Node, src []byte, indent float32) {
	f := textFont(false)
	switch n := n.(type) {
	case *ast.List:
		b.gap()
		b.list(n, src, indent)
	case *ast.FencedCodeBlock:
		b.gap()
		for i := range n.Lines().Len() {
			at := n.Lines().At(i)
			b.paragraph(strings.TrimRight(string(at.Value(src)), "\n"), monoFont(), b.p.Text, indent+8, nil)
		}
	case *table.Table:
		b.gap()
		b.markdownTable(n, src)
	default:
		b.gap()
		b.paragraph(plainText(n, src), f, b.p.Text, indent, nil)
	}
}

// list adds the items of a list, each behind its mark.
func (b *lineBuilder) list(n *ast.List, src []byte, indent float32) {
	f := textFont(false)
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "•"
		if n.IsOrdered() {
			mark = strconv.Itoa(number) + "."
			number++
		}
		inner := indent + f.width("00. ")
		for part := item.FirstChild(); part != nil; part = part.NextSibling() {
			if l, ok := part.(*ast.List); ok {
				b.list(l, src, inner)
				continue
			}
			first := len(b.lines)
			b.paragraph(plainText(part, src), f, b.p.Text, inner, nil)
			if mark != "" && first < len(b.lines) {
				b.lines[first].pieces = append(b.lines[first].pieces, piece{x: lineMargin + indent, text: mark, face: f,
					colour: b.p.Faint})
				mark = ""
			}
		}
	}
}

// markdownTable adds a table whose cells are broken into lines: columns are as
// wide as their texts, and the widest give way.
func (b *lineBuilder) markdownTable(t *table.Table, src []byte) {
	const gap = 14
	var rows [][]string
	var faces [][]*typeface
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		var cells []string
		var fonts []*typeface
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			face := textFont(len(rows) == 0)
			if _, ok := c.FirstChild().(*ast.CodeSpan); ok && c.ChildCount() == 1 {
				face = monoFont()
			}
			cells, fonts = append(cells, plainText(c, src)), append(fonts, face)
		}
		rows, faces = append(rows, cells), append(faces, fonts)
	}
	widths, least := make([]float32, len(rows[0])), make([]float32, len(rows[0]))
	for r, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], faces[r][i].width(cell)+2)
			for word := range strings.FieldsSeq(cell) {
				least[i] = max(least[i], min(faces[r][i].width(word)+2, b.width/3))
			}
		}
	}
	b.shrink(widths, least, gap)
	for r, row := range rows {
		var lines []line
		x := float32(lineMargin)
		for i, cell := range row {
			colour := b.p.Text
			if r == 0 {
				colour = b.p.Faint
			}
			for k, s := range faces[r][i].wrap(cell, widths[i], wrapMost) {
				if k == len(lines) {
					lines = append(lines, line{})
				}
				lines[k].pieces = append(lines[k].pieces, piece{x: x, width: widths[i] + gap/2, text: s, face: faces[r][i],
					colour: colour})
			}
			x += widths[i] + gap
		}
		if len(lines) > 0 {
			lines[len(lines)-1].rule = b.p.Line
		}
		b.lines = append(b.lines, lines...)
	}
}

func plainText(n ast.Node, src []byte) string {
	var s strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			value := t.Segment.Value(src)
			if _, code := t.Parent().(*ast.CodeSpan); !code {
				value = util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(value)))
			}
			s.Write(value)
			if t.SoftLineBreak() || t.HardLineBreak() {
				s.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return s.String()
}
