package parts

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
)

// Options tell [Piece.Analyze] what to do.
type Options struct {
	Analyzer record.Options // Keep, Look, From and To count
	Buckets  int            // the same for all pieces of a capture
	Near     bool           // the pieces are matched on this machine, see [analyzer.Part]
	Into     []byte         // what the piece hands over is appended to it
	// bytes that a piece may hand over, 0 for 1 GiB: a compressed capture is one piece, of any length
	Most int64
}

// Analyze decodes the packets of the piece and returns what it hands over, see
// [analyzer.Part]. src holds the bytes of the piece, without its head.
func (p *Piece) Analyze(ctx context.Context, src io.Reader, opts Options) ([]byte, error) {
	if len(p.Head) > 0 {
		src = io.MultiReader(bytes.NewReader(p.Head), src)
	}
	r, err := capture.NewReader(src, capture.Options{Before: p.Before, Time: p.Time})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	part := analyzer.NewPart(opts.Analyzer, opts.Buckets)
	part.Near = opts.Near
	// what an entry has more than a packet in its file
	part.Expect(p.End - p.Start + 80*min(p.Packets, (p.End-p.Start)/16))
	most := cmp.Or(opts.Most, 1<<30)
	for r.Next() {
		q := r.Packet()
		if q.Number%256 == 0 && part.Size() > most {
			return nil,
				fmt.Errorf("packets up to %d hand over more than %d bytes: analyze the capture in one pass, or in smaller parts",
					q.Number, most)
		}
		if q.Number%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		packet := record.FromCapture(q)
		part.Add(&packet)
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return part.Finish(opts.Into), nil
}
