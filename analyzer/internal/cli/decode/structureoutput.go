package decode

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
	"fragscope/decoder"
	"fragscope/decoder/structure"
)

type structureKind struct {
	Packets  []int              `json:"packets"`
	Findings []structureFinding `json:"findings"`
	Kin      []string           `json:"kin,omitempty"`
}

type structureFinding struct {
	Offset      int                `json:"offset"`
	Length      int                `json:"length"`
	After       *int               `json:"after,omitempty"`
	Type        string             `json:"type"`
	Order       *string            `json:"order"`
	Of          *string            `json:"of"`
	Holds       int                `json:"holds"`
	PacketsSeen int                `json:"packetsSeen"`
	Chance      float64            `json:"chance"`
	Excludes    []string           `json:"excludes,omitempty"`
	Text        string             `json:"text"`
	Inner       []structureFinding `json:"inner,omitempty"`
}

func (j *structureJob) writeJSON(r *structure.Result) {
	kinds := make([]structureKind, 0, len(r.Kinds))
	for k := range r.Kinds {
		kind := &r.Kinds[k]
		x := structureKind{Packets: []int{}, Findings: structureFindings(kind.Findings), Kin: kind.Kin}
		for _, i := range kind.Packets {
			x.Packets = append(x.Packets, j.number[i])
		}
		kinds = append(kinds, x)
	}
	j.out.Write(cli.PlainJSON(map[string][]structureKind{"kinds": kinds}, ""))
}

func structureFindings(list []structure.Finding) []structureFinding {
	out := make([]structureFinding, 0, len(list))
	optional := func(s string) *string {
		if s == "" {
			return nil
		}
		return &s
	}
	for i := range list {
		f := &list[i]
		x := structureFinding{Offset: f.Offset, Length: f.Length, Type: f.Type.String(),
			Order: optional(f.Order.String()), Of: optional(f.Of),
			Holds: f.Holds, PacketsSeen: f.Seen, Chance: f.Chance, Excludes: f.Excludes, Text: f.Text}
		if f.After >= 0 {
			x.After = &f.After
		}
		if len(f.Inner) > 0 {
			x.Inner = structureFindings(f.Inner)
		}
		out = append(out, x)
	}
	return out
}

const (
	gridRows  = 6
	gridBytes = 12
)

func (j *structureJob) writeTable(r *structure.Result, width int) {
	if width <= 0 {
		width = 120
	}
	line := func(text string) {
		j.out.Append(func(dst []byte) []byte { return append(append(dst, cli.Escape(text)...), '\n') })
	}
	for k := range r.Kinds {
		kind := &r.Kinds[k]
		if k > 0 {
			line("")
		}
		line(fmt.Sprintf("Kind %d: %s%s", k+1, export.Many(len(kind.Packets), "packet", "packets"), j.about(kind)))
		for _, text := range kind.Kin {
			line("  " + text)
		}
		for _, row := range j.grid(kind) {
			if cut := []rune(row); len(cut) > width && !j.full {
				row = string(cut[:width-1]) + "…"
			}
			line(row)
		}
		t := &export.Table{Indent: 2, Empty: true, Columns: []export.Column{{Title: "Offset", Right: true},
			{Title: "Length", Right: true}, {Title: "Type"}, {Title: "True in"}, {Title: "Chance"}, {Title: "What"}}}
		for _, i := range inOrder(kind.Findings) {
			f := &kind.Findings[i]
			t.Add(structureRow(f, "")...)
			for _, q := range inOrder(f.Inner) {
				t.Add(structureRow(&f.Inner[q], "  ")...)
			}
		}
		j.out.Append(func(dst []byte) []byte { return append(dst, t.Text(0, false)...) })
	}
}

func (j *structureJob) about(k *structure.Kind) string {
	text := ""
	for i, p := range k.Packets {
		if i == 16 && !j.full {
			text += " …"
			break
		}
		text += " " + strconv.Itoa(j.number[p]+1)
	}
	switch k.From {
	case decoder.Request:
		text += ", from clients"
	case decoder.Reply:
		text += ", from servers"
	}
	for _, m := range k.By {
		text += fmt.Sprintf(", with %02x at offset %d", m.Value, m.Offset)
	}
	return " (" + strings.TrimPrefix(text, " ") + ")"
}

func (j *structureJob) grid(k *structure.Kind) []string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, i := range k.Packets[:min(len(k.Packets), gridRows)] {
		row := []string{"  #" + strconv.Itoa(j.number[i]+1)}
		d := j.in[i].Data
		for _, s := range k.Spans(d) {
			b := d[s.Offset : s.Offset+s.Length]
			text := ""
			typ := structure.Random
			if s.Finding >= 0 {
				typ = k.Findings[s.Finding].Type
			}
			if typ == structure.String || typ == structure.Text {
				text = strconv.Quote(string(b[:min(len(b), 2*gridBytes)]))
			} else {
				text = fmt.Sprintf("% x", b[:min(len(b), gridBytes)])
			}
			if len(b) > gridBytes && !strings.HasPrefix(text, `"`) || len(b) > 2*gridBytes {
				text += "…"
			}
			row = append(row, text)
		}
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	w.Flush()
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

func inOrder(list []structure.Finding) []int {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if d := list[a].Part - list[b].Part; d != 0 {
			return d
		}
		return list[a].Skip - list[b].Skip
	})
	return order
}

func structureRow(f *structure.Finding, indent string) []string {
	offset, length := strconv.Itoa(f.Offset), strconv.Itoa(f.Length)
	if f.After >= 0 {
		offset += "+"
	}
	if f.Length == 0 {
		length = "varies"
	}
	chance := fmt.Sprintf("%.0e", f.Chance)
	if f.Type == structure.Random {
		chance = ""
	}
	text := f.Text
	if len(f.Excludes) > 0 {
		text += " (less likely: " + strings.Join(f.Excludes, ", ") + ")"
	}
	holds := fmt.Sprintf("%d of %d", f.Holds, f.Seen)
	return []string{indent + offset, length, f.Type.String(), holds, chance, indent + cli.Escape(text)}
}
