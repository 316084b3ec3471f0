package ui

import (
	"fragscope/analyzer/browse"
	"fragscope/analyzer/export"
	"fragscope/desktop/state"
)

// showProblems shows what is wrong with the file, then the problems of its packets, the worst first.
func (v *statisticsText) showProblems(a *browse.View) {
	v.problems = nil
	v.show(a, func(a *browse.View) *browse.Statistics {
		r := a.Report()
		if r == nil {
			return nil
		}
		v.problems = export.WorstProblems(r)
		all := &browse.Statistics{}
		t := browse.StatTable{Name: "In the file", Words: 4, Columns: []string{"Problem", "Before packet", "Offset",
			"Description"}}
		problems := r.Files[0].Problems
		for _, p := range problems[:min(len(problems), maxFileProblems)] {
			row := browse.StatRow{Worst: browse.NoProblem, Cells: []string{p.Code, export.Grouped(p.Packet),
				export.Grouped(p.Offset), p.Message}}
			if p.Packet <= r.Packets {
				row.Packet = int(p.Packet)
			}
			t.Rows = append(t.Rows, row)
		}
		if t.More = len(problems) - len(t.Rows); len(problems) > 0 {
			all.Tables = append(all.Tables, t)
		}
		return all
	})
	if v.stats != nil && len(v.stats.Tables)+len(v.problems) == 0 {
		v.stats, v.empty = nil, "No query packet has a problem."
		v.renew()
	}
}

// maxFileProblems bounds how many problems of a file are listed.
const maxFileProblems = 200

// problemCount returns how many rows the tab of the problems has.
func problemCount(a *browse.View) int {
	r := a.Report()
	return len(r.Problems) + len(r.Files[0].Problems)
}

// writeProblems lists the problems of packets: how often each is there, what it means, and what leads to it.
func (v *statisticsText) writeProblems(b *lineBuilder) {
	for _, p := range v.problems {
		b.gap()
		message, advice := p.Info.General()
		f := state.Finding{Severity: p.Info.Severity, Code: p.Info.Code, Message: message, Advice: advice}
		show := func() { v.filter(`problem("` + p.Info.Code + `")`) }
		b.problem(f, "in "+export.Many(p.Count, "packet", "packets"), show)
		b.source(p.Info.Source, 12)
	}
}
