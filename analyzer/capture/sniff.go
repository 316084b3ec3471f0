package capture

import (
	"bytes"
	"compress/bzip2"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// zstdWindow bounds the memory of zstd: as much as its command line tool
// accepts without --long; in a browser or a Worker, where memory is short, and
// where no more may be unpacked, as much as that tool uses without it.
func zstdWindow(limit int64) uint64 {
	const usual, most = 8 << 20, 128 << 20
	if runtime.GOOS == "js" {
		return usual
	}
	if limit > 0 {
		return uint64(min(max(limit, usual), most))
	}
	return most
}

// open detects the format, unpacking first if needed.
func (r *Reader) open() error {
	packing, err := r.unpack()
	if err != nil {
		return err
	}
	r.packing = packing
	r.win.fill(4)
	b := r.win.buf[r.win.r:r.win.w]
	if packing != "" && compression(b) != "" {
		return fmt.Errorf("compressed twice (%s inside %s): unpack it once and read the result", compression(b), packing)
	}
	switch {
	case len(b) >= 4 && binary.BigEndian.Uint32(b) == blockSection:
		err = r.openNg()
	case len(b) >= 4 && pcapMagic(b) != nil:
		err = r.openPcap()
	case r.win.fill(len(snoopMagic)) && isSnoop(r.win.buf[r.win.r:r.win.w]):
		err = r.openSnoop()
	default:
		err = r.refuse(packing)
	}
	if err == nil && packing != "" {
		r.format += ", " + packing
	}
	return err
}

func compression(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte{0x1f, 0x8b}):
		return "gzip"
	case bytes.HasPrefix(b, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return "zstd"
	case bytes.HasPrefix(b, []byte{0x04, 0x22, 0x4d, 0x18}):
		return "lz4"
	case bytes.HasPrefix(b, []byte("BZh")):
		return "bzip2"
	}
	return ""
}

// unpack puts a decompressor between the source and the window.
func (r *Reader) unpack() (string, error) {
	r.win.fill(4)
	head := r.win.buf[r.win.r:r.win.w]
	name := compression(head)
	if name == "" {
		return "", nil
	}
	src := io.Reader(bytes.NewReader(head))
	if r.win.err == nil {
		src = io.MultiReader(src, r.win.src)
	} else if r.win.err != io.EOF {
		return "", r.win.err
	}
	// Nothing but the compression's own failures may look like damage.
	under := &sourceReader{src: src}
	var out io.Reader
	var err error
	switch name {
	case "gzip":
		out, err = gzip.NewReader(under)
	case "zstd":
		var d *zstd.Decoder
		d, err = zstd.NewReader(under, zstd.WithDecoderMaxWindow(zstdWindow(r.opts.Limit)), zstd.WithDecoderConcurrency(2),
			zstd.WithDecoderLowmem(true))
		if err == nil {
			out, r.closer = d, d.Close
		}
	case "lz4":
		out = &lz4Frames{src: under, frame: lz4.NewReader(nil)}
	case "bzip2":
		out = bzip2.NewReader(under)
	}
	if err != nil {
		if under.err != nil {
			err = under.err
		}
		return "", fmt.Errorf("the %s header is damaged: %w", name, err)
	}
	var unpacked io.Reader = &unpackReader{name: name, src: out, under: under}
	if r.opts.Limit > 0 {
		unpacked = &limitedReader{unpacked, r.opts.Limit}
	}
	if r.opts.Unpacked != nil {
		unpacked = io.TeeReader(unpacked, r.opts.Unpacked)
	}
	r.win = window{src: unpacked}
	return name, nil
}

// A sourceReader distinguishes a failure of the source from a failure to unpack.
type sourceReader struct {
	src io.Reader
	err error
}

func (s *sourceReader) Read(p []byte) (int, error) {
	n, err := s.src.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// lz4Frames reads one lz4 frame after the other, as the other formats' readers
// do on their own. One reader reads all of them: a new one would take 8 MiB for
// every frame, which may have 15 bytes.
type lz4Frames struct {
	frame *lz4.Reader
	open  bool // frame has more
	src   io.Reader
}

func (l *lz4Frames) Read(p []byte) (int, error) {
	for {
		if !l.open {
			var head [1]byte
			if _, err := io.ReadFull(l.src, head[:]); err != nil {
				return 0, err
			}
			l.frame.Reset(io.MultiReader(bytes.NewReader(head[:]), l.src))
			l.open = true
		}
		n, err := l.frame.Read(p)
		if err != io.EOF {
			return n, err
		}
		l.open = false
		if n > 0 {
			return n, nil
		}
	}
}

type compressionError struct {
	name string
	err  error
}

func (e *compressionError) Unwrap() error { return e.err }

func (e *compressionError) Error() string {
	if errors.Is(e.err, io.ErrUnexpectedEOF) {
		return "the " + e.name + " data end before they are complete"
	}
	return "the " + e.name + " data are damaged (" + e.err.Error() + ")"
}

// Decompressors fail and panic; an unpackReader turns that into a compressionError.
type unpackReader struct {
	name  string
	src   io.Reader
	under *sourceReader
}

func (u *unpackReader) Read(p []byte) (n int, err error) {
	defer func() {
		if e := recover(); e != nil {
			n, err = 0, &compressionError{u.name, fmt.Errorf("%v", e)}
		}
	}()
	n, err = u.src.Read(p)
	if err != nil && err != io.EOF {
		if u.under.err != nil {
			err = u.under.err
		} else {
			err = &compressionError{u.name, err}
		}
	}
	return n, err
}

type limitedReader struct {
	src io.Reader
	n   int64
}

func (l *limitedReader) Read(p []byte) (int, error) {
	n, err := l.src.Read(p[:min(int64(len(p)), l.n+1)])
	if l.n -= int64(n); l.n < 0 {
		return n + int(l.n), ErrLimit
	}
	return n, err
}

// kinds are files that people take for captures, and what to do with them.
var kinds = []struct{ magic, message string }{
	{"\x7fELF", "an ELF program"},
	{"MZ", "a Windows program"},
	{"\x89PNG", "a PNG picture: copy the packet's bytes as text, not as a picture"},
	{"\xff\xd8\xff", "a JPEG picture: copy the packet's bytes as text, not as a picture"},
	{"%PDF", "a PDF document"},
	{"PK\x03\x04", "a zip archive: unzip it and give the capture inside"},
	{"\xfd7zXZ", "compressed with xz: unpack it with unxz"},
	{"7z\xbc\xaf\x27\x1c", "a 7-Zip archive: unpack it and give the capture inside"},
	{"\x1f\x9d", "compressed with compress: unpack it with uncompress"},
	{"GMBU", "a Microsoft Network Monitor capture: convert it with editcap -F pcapng"},
	{"RTSS", "a Network Monitor 1 capture: convert it with editcap -F pcapng"},
	{"\x54\x52\x00\x64", "a NetXRay capture: convert it with editcap -F pcapng"},
	{"TRSNIFF data", "a Sniffer capture: convert it with editcap -F pcapng"},
	{"<?xml", "XML: if it came from Wireshark, save the capture itself instead of its PDML"},
}

func (r *Reader) refuse(packing string) error {
	r.win.fill(512)
	b := r.win.buf[r.win.r:r.win.w]
	inside := ""
	if packing != "" {
		inside = " (inside " + packing + ")"
	}
	if err := r.win.err; err != nil && err != io.EOF && len(b) < 4 {
		return fmt.Errorf("no capture can be read%s: %w", inside, err)
	}
	if len(b) == 0 {
		return fmt.Errorf("the file is empty%s: capture again, or check that the copy is complete", inside)
	}
	for _, k := range kinds {
		if bytes.HasPrefix(b, []byte(k.magic)) {
			return fmt.Errorf("not a capture%s but %s", inside, k.message)
		}
	}
	if len(b) < 4 {
		return fmt.Errorf("not a capture%s: %d bytes are less than a file header", inside, len(b))
	}
	if looksLikeText(b) {
		return fmt.Errorf("not a capture%s but text: paste it to fragscope decode", inside)
	}
	return fmt.Errorf("not a capture%s: it begins with % X; pcap, pcapng and snoop are read, "+
		"other formats can be converted with editcap -F pcapng", inside, b[:4])
}

func looksLikeText(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool {
		return c < ' ' && c != '\n' && c != '\r' && c != '\t' ||
			c == 0x7f
	})
}

// SniffSize is the number of bytes that [Is] looks at, at most.
const SniffSize = 64 << 10

// Is reports whether prefix, the first bytes of a file, begins a capture,
// compressed or not.
func Is(prefix []byte) bool {
	r := Reader{win: window{src: bytes.NewReader(prefix)}, opts: Options{Limit: SniffSize}}
	defer r.Close()
	if _, err := r.unpack(); err != nil {
		return false
	}
	r.win.fill(len(snoopMagic))
	b := r.win.buf[r.win.r:r.win.w]
	if errors.Is(r.win.err, zstd.ErrWindowSizeExceeded) {
		return true // not worth the memory here; [NewReader] says what it is
	}
	return len(b) >= 4 && (binary.BigEndian.Uint32(b) == blockSection || pcapMagic(b) != nil || isSnoop(b))
}
