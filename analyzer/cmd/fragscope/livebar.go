package main

import (
	"io"

	"github.com/schollz/progressbar/v3"
)

// A liveBar shows on standard error how many servers were asked, where the
// table is not drawn on the screen meanwhile.
type liveBar struct{ bar *progressbar.ProgressBar }

func newLiveBar(errout io.Writer, drawn bool, total int) *liveBar {
	if drawn || !isTerminal(errout) || total == 0 {
		return &liveBar{}
	}
	return &liveBar{progressbar.NewOptions(total,
		progressbar.OptionSetWriter(errout), progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetDescription("querying servers"), progressbar.OptionFullWidth())}
}

func (b *liveBar) step() {
	if b.bar != nil {
		b.bar.Add(1)
	}
}

func (b *liveBar) end() {
	if b.bar != nil {
		b.bar.Clear()
	}
}
