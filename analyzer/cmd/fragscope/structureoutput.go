package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

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

func (j *structureJob) writeJSON(r *structure.Result) error {
	kinds := make([]structureKind, 0, len(r.Kinds))
	for k := range r.Kinds {
		kind := &r.Kinds[k]
		x := structureKind{Packets: []int{}, Findings: structureFindings(kind.Findings), Kin: kind.Kin}
		for _, i := range kind.Packets {
			x.Packets = append(x.Packets, j.number[i])
		}
		kinds = append(kinds, x)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(map[string][]structureKind{"kinds": kinds}); err != nil {
		return err
	}
	j.out.append(func(dst []byte) []byte { return appendPlainJSON(dst, b.Bytes()) })
	return nil
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
		j.out.append(func(dst []byte) []byte { return append(append(dst, escape(text)...), '\n') })
	}
	for k := range r.Kinds {
		kind := &r.Kinds[k]
		if k > 0 {
			line("")
		}
		line(fmt.Sprintf("Kind %d: %s%s", k+1, count(len(kind.Packets), "packet", "packets"), j.about(kind)))
		for _, text := range kind.Kin {
			line("  " + text)
		}
		for _, row := range j.grid(kind) {
			if cut := []rune(row); len(cut) > width && !j.full {
				row = string(cut[:width-1]) + "…"
			}
			line(row)
		}
		rows := [][]string{{"Offset", "Length", "Type", "True in", "Chance", "What"}}
		for _, i := range inOrder(kind.Findings) {
			f := &kind.Findings[i]
			rows = append(rows, structureRow(f, ""))
			for _, q := range inOrder(f.Inner) {
				rows = append(rows, structureRow(&f.Inner[q], "  "))
			}
		}
		var widths [6]int
		for _, row := range rows {
			for c, cell := range row {
				widths[c] = max(widths[c], len([]rune(cell)))
			}
		}
		for _, row := range rows {
			text := ""
			for c, cell := range row {
				if c == len(row)-1 {
					text += "  " + cell
					break
				}
				pad := strings.Repeat(" ", widths[c]-len([]rune(cell)))
				if c < 2 {
					text += "  " + pad + cell
				} else {
					text += "  " + cell + pad
				}
			}
			line(strings.TrimRight(text, " "))
		}
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

func (j *structureJob) grid(k *structure.Kind) (out []string) {
	var rows [][]string
	for _, i := range k.Packets[:min(len(k.Packets), gridRows)] {
		row := []string{strconv.Itoa(j.number[i] + 1)}
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
		rows = append(rows, row)
	}
	for c := 0; ; c++ {
		widest, any := 0, false
		for _, row := range rows {
			if c < len(row) {
				widest, any = max(widest, len([]rune(row[c]))), true
			}
		}
		if !any {
			break
		}
		for i, row := range rows {
			if c == 0 {
				out = append(out, "  #")
			}
			if c < len(row) {
				out[i] += row[c] + strings.Repeat(" ", widest-len([]rune(row[c]))+2)
			}
		}
	}
	for i := range out {
		out[i] = strings.TrimRight(out[i], " ")
	}
	return out
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
	return []string{indent + offset, length, f.Type.String(), holds, chance, indent + text}
}
