package parts

import (
	"cmp"
	"context"
	"io"
	"os"
	"slices"

	"fragscope/analyzer"
	"fragscope/analyzer/report"
	"fragscope/analyzer/scan"
)

// inParts analyzes a capture in n parts and as many buckets, as several machines do.
func inParts(path string, n int, opts scan.Options) (*report.Report, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	index, err := Find(file, (info.Size()+int64(n)-1)/int64(n))
	if err != nil {
		return nil, err
	}
	var closed []*report.Exchange
	var reports []*report.Report
	mine := opts.Analyzer
	mine.Name, mine.Exchanges = path, func(x []*report.Exchange) { closed = append(closed, x...) }
	var buckets []*analyzer.Matcher
	for b := range n {
		buckets = append(buckets, analyzer.NewMatcher(mine, b, n))
	}
	for i := range index.Pieces {
		p := &index.Pieces[i]
		b, err := p.Analyze(context.Background(), io.NewSectionReader(file, p.Start, p.End-p.Start),
			Options{Analyzer: opts.Analyzer, Buckets: n})
		if err != nil {
			return nil, err
		}
		at, err := analyzer.ReadPartHeader(b)
		if err != nil {
			return nil, err
		}
		for k, bucket := range buckets {
			if err := bucket.Add(at.Now, at.All.Of(b), at.Sections[k].Of(b)); err != nil {
				return nil, err
			}
		}
		sums, err := report.DecodeReport(at.Sums.Of(b))
		if err != nil {
			return nil, err
		}
		reports = append(reports, sums)
	}
	for _, bucket := range buckets {
		reports = append(reports, bucket.Finish())
	}
	slices.SortStableFunc(closed, func(a, b *report.Exchange) int { return cmp.Compare(a.ID, b.ID) })
	opts.Exchanges(path, closed)
	return index.Report(path, nil, reports...), nil
}
