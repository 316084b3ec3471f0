// Package parts analyzes a capture in parts: in several workers of a browser, or on
// several machines.
//
//	index, err := parts.Find(file, 64<<20)   // reads the file once: where parts may begin
//	for each piece of index.Pieces {          // anywhere, in any order
//		part, err := piece.Analyze(bytes of the piece, parts.Options{Buckets: 4})
//	}
//	for each bucket {                         // anywhere, in any order
//		m := analyzer.NewMatcher(opts, bucket, 4)
//		for each part in order { m.Add(…) }
//	}
//	report := index.Report(lost, sums and buckets)
//
// A piece begins at a packet, never near damage, and carries the bytes that
// have to precede it (the file's header, or the section and its interfaces), so
// that a reader reads it like the whole file. A compressed capture is one
// piece: it can only be read from its beginning.
//
// [analyzer.Part] says what the pieces hand over, and why the sum is the same
// as that of a single pass.
package parts
