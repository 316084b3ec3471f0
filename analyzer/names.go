package analyzer

import (
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
)

// Names of packages record and report that the Worker's programs still use.
type (
	Options     = record.Options
	Exchange    = report.Exchange
	FileProblem = report.FileProblem
)

// NewReport returns an empty report, to add others to.
func NewReport() *report.Report { return report.NewReport() }

// AppendReport appends r as bytes that [DecodeReport] reads.
func AppendReport(dst []byte, r *report.Report) []byte { return report.AppendReport(dst, r) }

// DecodeReport reads what [AppendReport] wrote.
func DecodeReport(b []byte) (*report.Report, error) { return report.DecodeReport(b) }
