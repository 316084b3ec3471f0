package browse

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/parts"
	"fragscope/analyzer/report"
)

// Helpers decode pieces of a capture elsewhere, at the same time.
type Helpers interface {
	// Give hands out a piece: for [Helper.Answer] to get what asks for it, and
	// behind that the bytes [from, to) of the (unpacked) file. What it answers
	// comes back through [Capture.Take], under the same number.
	Give(id int, ask []byte, from, to int64)
	// Back gives back the memory of an answer that was taken.
	Back(answer []byte)
}

// Bytes of the file in a piece. A piece that is much longer, because there is
// no sound packet to begin another with, stays here.
const (
	pieceSize  = 1 << 20
	firstPiece = 64 << 10 // each is twice the one before: the first packets are shown at once
	mostPiece  = 32 << 20
	mostGiven  = 16 << 20 // of all pieces that are under way, unless one alone has more
)

// Help has n helpers decode what is read from now on; none for 0.
func (c *Capture) Help(h Helpers, n int) {
	c.helpers, c.helping = h, n
	if n <= 0 {
		c.helpers = nil
	}
}

// Take takes the answer of a helper, whose bytes it keeps; nil when it has none.
func (c *Capture) Take(id int, answer []byte) {
	if g := c.gang; g != nil {
		for i := range g.given {
			if q := &g.given[i]; q.id == id {
				q.answer, q.here = answer, answer == nil
			}
		}
	}
}

// Waiting reports whether the task can do nothing until Take is called.
func (c *Capture) Waiting() bool { return c.task != nil && !c.task.done && c.task.waiting }

// A gang is a pass over a capture with helpers: this goroutine finds the pieces
// and puts together what they hand over, in their order, so that what comes of
// it is what one alone finds.
type gang struct {
	c     *Capture
	t     *task
	r     *capture.Reader
	cut   *parts.Cutter
	alone Helper // for what stays here
	match *analyzer.Matcher
	sum   *report.Report
	given []given
	ids   int
	whole bool // all pieces are known
	bytes int64
}

type given struct {
	parts.Piece
	id     int
	here   bool // stays here
	answer []byte
	read   int64 // of the file, when it was cut
}

func (c *Capture) together(t *task, r *capture.Reader) error {
	g := &gang{c: c, t: t, r: r, cut: parts.NewCutter(r, int64(min(firstPiece, c.pieceSize))), sum: report.NewReport()}
	c.gang = g
	defer func() { c.gang = nil }()
	options := c.options.Analyzer
	options.Name, options.Exchanges = c.name, c.exchanges(c.whole)
	g.match = analyzer.NewMatcher(options, 0, 1)
	g.alone.Layouts = c.Layouts()
	g.match.Pause, g.match.Reuse = func() { t.rest() }, true
	err := g.run()
	sum := g.sum
	sum.Merge(g.match.Finish())
	file := analyzer.FileOf(c.name, r)
	if file.Packets, file.Stopped = sum.Packets, t.stop; t.stop {
		file.Bytes = g.bytes
		file.Problems = slices.DeleteFunc(file.Problems, func(p report.FileProblem) bool { return p.Packet > sum.Packets })
	}
	sum.Files = append(sum.Files, file)
	sum.Settle()
	c.mu.Lock()
	c.whole.report = sum
	c.mu.Unlock()
	return err
}

func (g *gang) run() error {
	for g.t.rest() {
		switch {
		case len(g.given) > 0 && (g.given[0].answer != nil || g.given[0].here):
			if err := g.put(); err != nil && !g.t.stop {
				return err
			}
		case !g.whole && len(g.given) <= 2*g.c.helping && g.under() < mostGiven:
			g.read()
		case len(g.given) > 0:
			g.t.wait()
		default:
			return g.r.Err()
		}
	}
	return nil
}

func (g *gang) under() (n int64) {
	for i := range g.given {
		n += g.given[i].End - g.given[i].Start
	}
	return n
}

func (g *gang) read() {
	for g.cut.Next() {
		p := g.r.Packet()
		g.c.mu.Lock()
		g.c.index.add(p)
		g.c.mu.Unlock()
		if piece := g.cut.Piece(); piece != nil {
			g.give(piece)
			return
		}
		if p.Number%128 == 0 && !g.t.rest() {
			return
		}
	}
	end := g.c.size
	if g.r.Compressed() {
		end = g.r.Offset()
	}
	g.give(g.cut.Rest(end))
	g.whole = true
}

func (g *gang) give(p *parts.Piece) {
	g.ids++
	g.cut.Size = min(2*g.cut.Size, int64(g.c.pieceSize))
	q := given{Piece: *p, id: g.ids, here: p.End-p.Start > mostPiece, read: g.c.ahead.Load()}
	g.given = append(g.given, q)
	if !q.here {
		g.c.helpers.Give(q.id, ask(p), p.Start, p.End)
	}
}

var errPiece = errors.New("what was found in a piece of the capture came back damaged")

func (g *gang) put() error {
	q := g.given[0]
	taken := q.answer != nil
	if !taken {
		var err error
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		src := resting{io.NewSectionReader(g.c.bytes, q.Start, q.End-q.Start), g.t, stop}
		if q.answer, err = g.alone.analyze(ctx, &q.Piece, src); err != nil {
			return err
		}
	}
	g.given = g.given[1:]
	b := q.answer
	end := len(b) - 4
	if end < 0 || int(binary.LittleEndian.Uint32(b[end:])) > end {
		return errPiece
	}
	n := end - int(binary.LittleEndian.Uint32(b[end:]))
	part, rows := b[:n:n], b[n:end]
	g.c.mu.Lock()
	sound := g.c.index.takeSights(rows, int(q.Packets))
	g.c.mu.Unlock()
	if !sound {
		return errPiece
	}
	at, err := analyzer.ReadPartHeader(part)
	if err != nil {
		return err
	}
	if at.Sections[0].To > int64(n) {
		return errPiece
	}
	sums, err := report.DecodeReport(at.Sums.Of(part))
	if err != nil {
		return err
	}
	g.sum.Merge(sums)
	g.bytes = q.End
	g.c.read.Store(q.read)
	err = g.match.Add(at.Now, at.All.Of(part), at.Sections[0].Of(part))
	if taken {
		g.c.helpers.Back(q.answer) // the matcher keeps nothing of it
	}
	return err
}

// resting rests between two reads of what stays here.
type resting struct {
	r    io.Reader
	t    *task
	stop context.CancelFunc
}

func (s resting) Read(p []byte) (int, error) {
	if !s.t.rest() {
		s.stop()
		return 0, context.Canceled
	}
	return s.r.Read(p)
}
