package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/decoder/hexdump"
	"fragscope/decoder/hexdump/gz"
	"fragscope/samples"
)

// maxPaste is the most bytes of text that are read; captures may be of any
// length, for they are read packet by packet.
const maxPaste = 64 << 20

// A datagram is what is to be decoded, with what its source says about it.
type datagram struct {
	data []byte // valid until the next datagram
	from decoder.Direction
	link decoder.Link
}

// A source gives the datagrams of one input.
type source struct {
	name    string
	about   string // what it is, for standard error; "" for nothing to say
	notes   []string
	capture *capture.Reader // nil for a paste
	paste   []hexdump.Datagram
	close   func() error
}

// openSample returns the source of an embedded sample.
func openSample(name string) (*source, error) {
	s, ok := samples.Get(name)
	if !ok {
		return nil, fmt.Errorf("there is no sample %q; fragscope decode --list-samples lists them", name)
	}
	src := &source{name: name, about: s.Description}
	for _, p := range s.Datagrams() {
		src.paste = append(src.paste, hexdump.Datagram{Data: p})
	}
	return src, nil
}

// openFile returns the source of a file, or of standard input for "-".
func openFile(name string, stdin io.Reader) (*source, error) {
	if name == "-" {
		return openReader("standard input", stdin)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, plainError(name, err)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s: found a directory, expected a file; name the files in it", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, plainError(name, err)
	}
	src, err := openReader(name, f)
	if err != nil {
		f.Close()
		return nil, err
	}
	src.close = f.Close
	return src, nil
}

// plainError says what went wrong with a file, without the system call.
func plainError(name string, err error) error {
	if pathErr, ok := errors.AsType[*os.PathError](err); ok {
		err = pathErr.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

func openReader(name string, r io.Reader) (*source, error) {
	in := bufio.NewReaderSize(r, capture.SniffSize)
	head, err := in.Peek(capture.SniffSize)
	if err != nil && err != io.EOF {
		return nil, plainError(name, err)
	}
	if capture.Is(head) {
		return openCapture(name, in)
	}
	text, err := io.ReadAll(io.LimitReader(in, maxPaste+1))
	if err != nil {
		return nil, plainError(name, err)
	}
	if len(text) > maxPaste {
		return nil, fmt.Errorf("%s: found more than %d MiB of text, expected a paste; keep only the packets of interest", name, maxPaste>>20)
	}
	return openPaste(name, text)
}

func openCapture(name string, r io.Reader) (*source, error) {
	c, err := capture.NewReader(r, capture.Options{Name: name})
	if err != nil {
		return nil, err
	}
	return &source{name: name, about: c.Format() + " capture", capture: c}, nil
}

func openPaste(name string, text []byte) (*source, error) {
	result, err := hexdump.Parse(text, hexdump.Options{Gunzip: gz.Gunzip})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	src := &source{name: name, paste: result.Datagrams}
	src.about = result.Format.String()
	if len(result.Datagrams) != 1 {
		src.about += fmt.Sprintf(", %d datagrams", len(result.Datagrams))
	}
	if result.Why != "" {
		src.about += " (" + result.Why + ")"
	}
	for _, n := range result.Notes {
		place := ""
		if n.Line > 0 {
			place = fmt.Sprintf("line %d: ", n.Line)
			if n.Column > 0 {
				place = fmt.Sprintf("line %d, column %d: ", n.Line, n.Column)
			}
		}
		src.notes = append(src.notes, place+n.Text)
	}
	return src, nil
}

// next returns the next datagram, io.EOF after the last.
func (s *source) next() (datagram, error) {
	if s.capture != nil {
		if s.capture.Next() {
			p := s.capture.Packet()
			return datagram{data: p.Data, link: p.Link}, nil
		}
		if err := s.capture.Err(); err != nil {
			return datagram{}, fmt.Errorf("%s: %w", s.name, err)
		}
		return datagram{}, io.EOF
	}
	if len(s.paste) == 0 {
		return datagram{}, io.EOF
	}
	d := s.paste[0]
	s.paste = s.paste[1:]
	out := datagram{data: d.Data}
	switch d.Direction {
	case hexdump.DirectionSent:
		out.from = decoder.Request
	case hexdump.DirectionReceived:
		out.from = decoder.Reply
	}
	return out, nil
}

func (s *source) done() error {
	if s.capture != nil {
		s.capture.Close()
	}
	if s.close == nil {
		return nil
	}
	return s.close()
}
