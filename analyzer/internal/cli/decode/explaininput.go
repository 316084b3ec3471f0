package decode

import (
	"fmt"
	"strings"

	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
	"fragscope/decoder"
	"fragscope/decoder/paste"
	"fragscope/decoder/paste/gz"
	"fragscope/decoder/render"
	"fragscope/decoder/view"
)

type explainedInput struct {
	Name      string              `json:"name"`
	Format    string              `json:"format"`
	Why       string              `json:"why"`
	Datagrams []explainedDatagram `json:"datagrams"`
	Skipped   []explainedText     `json:"skipped"`
	Others    []explainedReading  `json:"others"`
	Notes     []explainedText     `json:"notes"`
}

type explainedDatagram struct {
	Index     int             `json:"index"`
	Lines     []explainedPart `json:"lines"`
	Length    int             `json:"length"`
	Direction string          `json:"direction"`
	Comment   string          `json:"comment"`
	Protocol  string          `json:"protocol"`
	Message   string          `json:"message"`
	extent    view.Extent
}

type explainedPart struct {
	Line   int32 `json:"line"`
	Column int32 `json:"column"`
	Width  int32 `json:"width"`
}

type explainedText struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

type explainedReading struct {
	Format    string `json:"format"`
	Why       string `json:"why"`
	Datagrams int    `json:"datagrams"`
	Bytes     int    `json:"bytes"`
	Known     bool   `json:"known"`
	Problems  bool   `json:"problems"`
	text      string
}

func (j *decodeJob) checkExplain() error {
	switch f := j.stream.Printer.Format; {
	case j.reassemble:
		return fmt.Errorf("--explain-input and --reassemble: give one of them")
	case f != render.Table && f != render.JSON:
		return fmt.Errorf("--explain-input prints a table or json, not --format %s", j.format)
	}
	return nil
}

func (j *decodeJob) explainInput(sources []*source) error {
	all := make([]explainedInput, 0, len(sources))
	for _, s := range sources {
		if s.capture != nil {
			return fmt.Errorf("%s: found a capture, expected a paste: --explain-input reports how text was read", s.name)
		}
		x, err := j.explained(s)
		if err != nil {
			return err
		}
		all = append(all, x)
	}
	if j.stream.Printer.Format == render.Table {
		for i := range all {
			j.out.Append(all[i].appendTable)
		}
		return nil
	}
	j.out.Write(cli.PlainJSON(map[string][]explainedInput{"inputs": all}, ""))
	return nil
}

func (j *decodeJob) explained(s *source) (explainedInput, error) {
	x := explainedInput{Name: s.name, Datagrams: []explainedDatagram{}, Skipped: []explainedText{},
		Others: []explainedReading{}, Notes: []explainedText{}}
	text := s.text
	if plain, err := gz.Gunzip(text, maxPaste); err == nil && s.read.Format != paste.Raw {
		text = plain // lines and columns are those of what is inside
	}
	o := s.read
	o.Positions = true
	result, err := paste.Parse(text, o)
	if err != nil {
		return x, fmt.Errorf("%s: %w", s.name, err)
	}
	x.Format, x.Why = result.Format.String(), result.Why
	passages := view.Passages(text, result.Datagrams)
	extents := view.Extents(passages, len(result.Datagrams))
	var d decoder.Decoder
	for i := range result.Datagrams {
		g := &result.Datagrams[i]
		d.Options = j.optionsFor(datagramOf(g))
		m := d.Decode(g.Data)
		if worst, odd := m.Worst(); odd {
			j.judge(worst)
		}
		e := explainedDatagram{Index: i, Lines: []explainedPart{}, Length: len(g.Data), Comment: g.Comment,
			Protocol: m.Protocol().String(), Message: m.Info.Name, extent: extents[i]}
		if g.Direction != paste.DirectionUnknown {
			e.Direction = g.Direction.String()
		}
		x.Datagrams = append(x.Datagrams, e)
	}
	for _, p := range passages {
		if p.Datagram == paste.Skipped {
			x.Skipped = append(x.Skipped, explainedText{int(p.Line), int(p.Column), p.Text})
			continue
		}
		lines := &x.Datagrams[p.Datagram].Lines
		*lines = append(*lines, explainedPart{p.Line, p.Column, p.Width})
	}
	for _, r := range result.Others {
		x.Others = append(x.Others, explainedReading{r.Format.String(), r.Why, r.Count, r.Bytes, r.Verdict != paste.NotKnown,
			r.Verdict == paste.KnownProblems, r.String()})
	}
	for _, n := range result.Notes {
		x.Notes = append(x.Notes, explainedText{n.Line, n.Column, n.Text})
	}
	return x, nil
}

func (x *explainedInput) appendTable(dst []byte) []byte {
	line := func(cells ...string) {
		for i, c := range cells {
			cells[i] = cli.Escape(c)
		}
		dst = append(append(dst, strings.Join(cells, "\t")...), '\n')
	}
	at := func(line, column int) string {
		switch {
		case line == 0:
			return "" // the whole paste
		case column == 0:
			return fmt.Sprint(line)
		}
		return fmt.Sprintf("%d:%d", line, column)
	}
	line("input", x.Name)
	line("format", x.Format)
	line("why", x.Why)
	for _, d := range x.Datagrams {
		line("datagram", fmt.Sprint(d.Index+1), d.extent.Place(), export.Many(d.Length, "byte", "bytes"), d.Protocol,
			d.Message,
			d.Direction, d.Comment)
	}
	for _, s := range x.Skipped {
		line("skipped", at(s.Line, s.Column), s.Text)
	}
	for _, r := range x.Others {
		line("other", r.text, r.Why)
	}
	for _, n := range x.Notes {
		line("note", at(n.Line, n.Column), n.Text)
	}
	return dst
}
