package decode

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
	"fragscope/decoder/paste"
	"fragscope/decoder/paste/gz"
	"fragscope/samples"
)

// MaxPaste bounds text; captures are read packet by packet.
const maxPaste = 64 << 20

// magicSize is the bytes by which a capture is known that is not compressed.
const magicSize = 16

type datagram struct {
	data []byte // valid until the next datagram
	from decoder.Direction
	link decoder.Link

	packet *capture.Packet // of a capture, nil for a paste
}

type source struct {
	name    string
	about   string // what it is, for standard error; "" for nothing to say
	notes   []string
	capture *capture.Reader // nil for a paste
	text    []byte          // a paste, or that of an embedded sample
	read    paste.Options   // how the text is read
	sample  [][]byte        // the datagrams of an embedded sample
	close   func() error
}

func openSample(name string) (*source, error) {
	s, ok := samples.Get(name)
	if !ok {
		return nil, fmt.Errorf("there is no sample %q; fragscope decode --list-samples lists them", name)
	}
	return &source{name: name, about: s.Description, text: []byte(s.Text), read: pasteOptions(""), sample: s.Datagrams()},
		nil
}

func openFile(ctx context.Context, name string, stdin io.Reader, input string) (*source, error) {
	if name == "-" {
		return openReader("standard input", stdin, input)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, cli.PlainError(name, err)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s: found a directory, expected a file; name the files in it", name)
	}
	f, err := scan.Open(ctx, name)
	if err != nil {
		return nil, cli.PlainError(name, err)
	}
	var in io.Reader = f
	if !info.Mode().IsRegular() {
		in = cli.Stoppable(ctx, f)
	}
	src, err := openReader(name, in, input)
	if err != nil {
		f.Close()
		return nil, err
	}
	src.close = f.Close
	return src, nil
}

func openReader(name string, r io.Reader, input string) (*source, error) {
	in := bufio.NewReaderSize(r, capture.SniffSize)
	head, err := in.Peek(magicSize)
	if input == "" && capture.Is(head) { // more may come late: somebody is capturing
		return openCapture(name, in)
	}
	if err == nil {
		head, err = in.Peek(capture.SniffSize)
	}
	if err != nil && err != io.EOF {
		return nil, cli.PlainError(name, err)
	}
	if input == "" && capture.Is(head) {
		return openCapture(name, in)
	}
	text, err := io.ReadAll(io.LimitReader(in, maxPaste+1))
	if err != nil {
		return nil, cli.PlainError(name, err)
	}
	if len(text) > maxPaste {
		return nil, fmt.Errorf("%s: found more than %d MiB of text, expected a paste; keep only the packets of interest",
			name, maxPaste>>20)
	}
	return openPaste(name, text, pasteOptions(input))
}

func openCapture(name string, r io.Reader) (*source, error) {
	c, err := capture.NewReader(r, capture.Options{Name: name})
	if err != nil {
		return nil, err
	}
	return &source{name: name, about: c.Format() + " capture", capture: c}, nil
}

var inputs = []string{"raw", "text"}

func pasteOptions(input string) paste.Options {
	o := paste.Options{Gunzip: gz.Gunzip, Decode: &decoder.Options{}, Text: input == "text"}
	if input == "raw" {
		o.Format = paste.Raw
	}
	return o
}

// openPaste reads text once, to know that all of it can be read before any of it is shown.
func openPaste(name string, text []byte, o paste.Options) (*source, error) {
	result, err := paste.Walk(text, o, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	src := &source{name: name, text: text, read: o}
	src.about = result.Format.String()
	if result.Count != 1 {
		src.about += fmt.Sprintf(", %d datagrams", result.Count)
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

func datagramOf(d *paste.Datagram) datagram {
	o := d.DecodeOptions(decoder.Options{})
	return datagram{data: d.Data, from: o.From, link: o.Link}
}

func (s *source) each(do func(datagram) bool) error {
	switch {
	case s.capture != nil:
		for s.capture.Next() {
			p := s.capture.Packet()
			if !do(datagram{data: p.Data, link: p.Link, packet: p}) {
				return nil
			}
		}
		if err := s.capture.Err(); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	case s.sample != nil:
		for _, p := range s.sample {
			if !do(datagram{data: p}) {
				return nil
			}
		}
	default:
		more := true
		_, err := paste.Walk(s.text, s.read, func(d *paste.Datagram) {
			more = more && do(datagramOf(d))
		})
		return err
	}
	return nil
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
