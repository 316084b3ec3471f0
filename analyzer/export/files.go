//go:build !js

package export

import (
	"io"

	"fragscope/analyzer/report"
)

// ParquetFiles returns the names of the files of [ParquetSink].
func ParquetFiles(tables []string) []string {
	var names []string
	for _, table := range tables {
		names = append(names, table+".parquet")
	}
	return names
}

// ParquetSink is a Sink that writes each of the tables into the file of its
// name, exchanges and packets while they come in.
func ParquetSink(tables []string, w []io.Writer) (*Sink, error) {
	var all []*Sink
	for i, table := range tables {
		s, err := NewSink(w[i], "parquet", table, ScreenOptions{})
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return JoinSinks(all), nil
}

// Each plot is written in these formats.
var plotFormats = [...]string{"svg", "png"}

// PlotFiles are the names of the files of [PlotSink].
func PlotFiles() []string {
	var names []string
	for _, name := range plotNames {
		for _, format := range plotFormats {
			names = append(names, name+"."+format)
		}
	}
	return names
}

// PlotSink is a Sink that writes a plot into each of [PlotFiles].
func PlotSink(w []io.Writer) *Sink {
	return WholeSink(func(r *report.Report, a *Activity, _ string) error {
		plots := Plots(r, a)
		for i := range w {
			if err := plots[i/len(plotFormats)].Write(w[i], plotFormats[i%len(plotFormats)]); err != nil {
				return err
			}
		}
		return nil
	})
}
