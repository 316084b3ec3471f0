//go:build !js

package export

import (
	"errors"
	"io"

	"fragscope/analyzer"
)

// ParquetFiles are the names of the files of [ParquetSink].
func ParquetFiles() []string {
	return []string{"exchanges.parquet", "servers.parquet", "players.parquet", "rules.parquet"}
}

// ParquetSink is a Sink that writes a table into each of [ParquetFiles], the
// exchanges while they come in.
func ParquetSink(w []io.Writer) *Sink {
	return RowSink(NewParquet[Exchange](w[0]), func(r *analyzer.Report) error {
		return errors.Join(
			WriteAll(NewParquet[Server](w[1]), Servers(r)),
			WriteAll(NewParquet[Player](w[2]), Players(r)),
			WriteAll(NewParquet[Rule](w[3]), Rules(r)))
	})
}

// plotFormats are the formats that each plot is written in.
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
	return WholeSink(func(r *analyzer.Report, a *Activity, _ string) error {
		plots, err := Plots(r, a)
		if err != nil {
			return err
		}
		for i := range w {
			if err := plots[i/len(plotFormats)].Write(w[i], plotFormats[i%len(plotFormats)]); err != nil {
				return err
			}
		}
		return nil
	})
}
