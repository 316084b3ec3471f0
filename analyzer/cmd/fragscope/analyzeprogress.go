package main

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/scan"
)

type bar struct {
	quit, done chan struct{}
}

func (j *analyzeJob) showProgress(p *scan.Progress) *bar {
	b := &bar{}
	if j.progress == "never" || j.progress == "auto" && !cli.IsTerminal(j.errout) {
		return b
	}
	b.quit, b.done = make(chan struct{}), make(chan struct{})
	go b.run(j, p)
	return b
}

func (b *bar) stop() {
	if b.quit != nil {
		close(b.quit)
		<-b.done
	}
}

func (b *bar) run(j *analyzeJob, p *scan.Progress) {
	defer close(b.done)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	var shown *progressbar.ProgressBar
	show := func() {
		total := p.Total.Load()
		if shown == nil {
			if total == 0 {
				total = -1 // standard input: nobody knows how much will come
			}
			shown = progressbar.NewOptions64(total,
				progressbar.OptionSetWriter(j.errout), progressbar.OptionShowBytes(true), progressbar.OptionSetPredictTime(true),
				progressbar.OptionShowCount(), progressbar.OptionThrottle(0), progressbar.OptionClearOnFinish(),
				progressbar.OptionFullWidth())
		}
		shown.Describe(fmt.Sprintf("%d of %d files, %d packets", p.Done.Load(), p.Files.Load(), p.Packets.Load()))
		at := p.Bytes.Load()
		if total > 0 {
			at = min(at, total-1) // full means done to the bar, which stop says
		}
		shown.Set64(at)
	}
	for {
		select {
		case <-b.quit:
			if j.progress == "always" {
				show()
			}
			if shown != nil {
				shown.Clear()
			}
			return
		case <-tick.C:
			show()
		}
	}
}
