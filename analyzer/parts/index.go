package parts

import (
	"fmt"
	"io"
	"slices"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/report"
)

// A Piece is a stretch of a capture that can be analyzed by itself.
type Piece struct {
	Start   int64  `json:"start"`   // bytes of the file, as it is stored
	End     int64  `json:"end"`     // not included
	Head    []byte `json:"head"`    // bytes to be read before them
	Before  int64  `json:"before"`  // packets of the file before it
	Packets int64  `json:"packets"` // packets in it
	// of the packet before it, ns since 1970; packets without a time have that of the one before
	Time int64 `json:"time"`
}

// An Index says where the pieces of a capture are, and what concerns the file
// as a whole.
type Index struct {
	report.File
	Pieces []Piece `json:"pieces"`
}

// clean is how many packets before and after a border must be free of problems:
// how damage is read depends on what is near.
const clean = 4

// Find reads a capture once and returns where pieces of about size bytes may
// begin. An error says that it is no capture or could not be read.
func Find(src io.Reader, size int64) (*Index, error) {
	counted := &counter{r: src}
	r, err := capture.NewReader(counted, capture.Options{})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if r.Compressed() {
		size = 0
	}
	x := &Index{}
	c := NewCutter(r, size)
	for c.Next() {
		if p := c.Piece(); p != nil {
			x.Pieces = append(x.Pieces, *p)
		}
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	x.File = analyzer.FileOf("", r)
	x.Pieces = append(x.Pieces, *c.Rest(counted.n))
	return x, nil
}

// A Cutter reads a capture and cuts it into pieces meanwhile. Their places are
// those of the unpacked file when it is compressed.
type Cutter struct {
	Size int64 // bytes of the pieces that are cut from now on

	r        *capture.Reader
	piece    Piece  // that is being read
	whole    *Piece // that has ended with the latest packet
	border   *Piece // where the next piece may begin, if what follows is sound
	since    int    // packets since the last problem
	behind   int    // packets since border
	problems int64
	last     int64 // time of the last packet
}

// NewCutter begins to cut what r reads into pieces of about size bytes; 0 for
// one piece.
func NewCutter(r *capture.Reader, size int64) *Cutter { return &Cutter{r: r, Size: size} }

// Next goes to the next packet of the Reader, and reports whether there is one.
func (c *Cutter) Next() bool {
	c.whole = nil
	if !c.r.Next() {
		return false
	}
	p := c.r.Packet()
	if n := c.r.Stats().Problems; n != c.problems {
		c.problems, c.since, c.border = n, 0, nil
	}
	c.since++
	if c.border != nil {
		if c.behind++; c.behind == clean {
			piece := c.piece
			piece.End, piece.Packets = c.border.Start, c.border.Before-piece.Before
			c.piece, c.border, c.whole = *c.border, nil, &piece
		}
	}
	if c.border == nil && c.Size > 0 && p.Offset-c.piece.Start >= c.Size && c.since > clean && c.r.Head() != nil {
		c.border = &Piece{Start: p.Offset, Head: append([]byte(nil), c.r.Head()...), Before: p.Number - 1, Time: c.last}
		c.behind = 0
	}
	c.last = p.Time
	return true
}

// Piece returns the piece that the latest packet has shown to be over, nil for
// none. It ends some packets earlier.
func (c *Cutter) Piece() *Piece { return c.whole }

// Rest returns the last piece, which ends at end.
func (c *Cutter) Rest(end int64) *Piece {
	p := c.piece
	p.End, p.Packets = end, c.r.Stats().Packets-p.Before
	return &p
}

type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// CodeLost is the code of the problem that a piece could not be analyzed.
const CodeLost = "part-lost"

// Report adds up what was found: the sums of the pieces and the reports of the
// buckets, in any order. lost says why pieces are missing, by their place. The
// report is settled.
func (x *Index) Report(name string, lost map[int]string, reports ...*report.Report) *report.Report {
	sum := report.NewReport()
	for _, r := range reports {
		sum.Merge(r)
	}
	f := x.File
	f.Name, f.Packets, f.Problems = name, sum.Packets, slices.Clip(f.Problems)
	for i, p := range x.Pieces {
		if why, ok := lost[i]; ok {
			f.Problems = append(f.Problems, report.FileProblem{
				Code: CodeLost, Offset: p.Start, Packet: p.Before,
				Message: fmt.Sprintf("part %d of %d, packets %d to %d (%d bytes), could not be analyzed and is missing: %s",
					i+1, len(x.Pieces), p.Before+1, p.Before+p.Packets, p.End-p.Start, why),
			})
		}
	}
	sum.Files = append(sum.Files, f)
	sum.Settle()
	return sum
}
