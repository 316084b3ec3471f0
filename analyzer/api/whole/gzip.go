package whole

import (
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"

	"fragscope/analyzer/api"
)

// encoders is how many answers are sent with gzip at once. An encoder takes 0.8
// MB, and a client that reads slowly keeps it; the others get plain bytes then.
const encoders = 16

type places chan *gzip.Writer

func newPlaces() places {
	p := make(places, encoders)
	for range encoders {
		p <- gzip.NewWriter(nil) // takes its memory when it is used first
	}
	return p
}

func (p places) enter(w io.Writer) *gzip.Writer {
	select {
	case z := <-p:
		z.Reset(w)
		return z
	default:
		return nil
	}
}

func (p places) leave(z *gzip.Writer) {
	z.Reset(nil)
	p <- z
}

// compressible leaves out bytes of packets, and Parquet, which is compressed.
func compressible(kind string) bool {
	return strings.HasPrefix(kind, "text/") || kind == api.TypeJSON || kind == api.TypeNDJSON
}
