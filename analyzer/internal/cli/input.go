package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
	"fragscope/decoder/paste"
	"fragscope/decoder/paste/gz"
	"fragscope/samples"
)

// MaxPaste bounds text; captures are read packet by packet.
const MaxPaste = 64 << 20

// magicSize is the bytes by which a capture is known that is not compressed.
const magicSize = 16

type Datagram struct {
	Data []byte // valid until the next datagram
	From decoder.Direction
	Link decoder.Link

	Packet *capture.Packet // of a capture, nil for a paste
}

type Source struct {
	Name    string
	About   string // what it is, for standard error; "" for nothing to say
	Notes   []string
	Capture *capture.Reader // nil for a paste
	Text    []byte          // a paste, or that of an embedded sample
	Read    paste.Options   // how the text is read
	sample  [][]byte        // the datagrams of an embedded sample
	close   func() error
}

func OpenSample(name string) (*Source, error) {
	s, ok := samples.Get(name)
	if !ok {
		return nil, fmt.Errorf("there is no sample %q; fragscope decode --list-samples lists them", name)
	}
	return &Source{Name: name, About: s.Description, Text: []byte(s.Text), Read: pasteOptions(""), sample: s.Datagrams()},
		nil
}

func OpenFile(ctx context.Context, name string, stdin io.Reader, input string) (*Source, error) {
	if name == "-" {
		return openReader("standard input", stdin, input)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, PlainError(name, err)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s: found a directory, expected a file; name the files in it", name)
	}
	f, err := scan.Open(ctx, name)
	if err != nil {
		return nil, PlainError(name, err)
	}
	var in io.Reader = f
	if !info.Mode().IsRegular() {
		in = Stoppable(ctx, f)
	}
	src, err := openReader(name, in, input)
	if err != nil {
		f.Close()
		return nil, err
	}
	src.close = f.Close
	return src, nil
}

// PlainError says what went wrong with a file, without the system call.
func PlainError(name string, err error) error {
	if pathErr, ok := errors.AsType[*os.PathError](err); ok {
		err = pathErr.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

func openReader(name string, r io.Reader, input string) (*Source, error) {
	in := bufio.NewReaderSize(r, capture.SniffSize)
	head, err := in.Peek(magicSize)
	if input == "" && capture.Is(head) { // more may come late: somebody is capturing
		return openCapture(name, in)
	}
	if err == nil {
		head, err = in.Peek(capture.SniffSize)
	}
	if err != nil && err != io.EOF {
		return nil, PlainError(name, err)
	}
	if input == "" && capture.Is(head) {
		return openCapture(name, in)
	}
	text, err := io.ReadAll(io.LimitReader(in, MaxPaste+1))
	if err != nil {
		return nil, PlainError(name, err)
	}
	if len(text) > MaxPaste {
		return nil, fmt.Errorf("%s: found more than %d MiB of text, expected a paste; keep only the packets of interest",
			name, MaxPaste>>20)
	}
	return openPaste(name, text, pasteOptions(input))
}

func openCapture(name string, r io.Reader) (*Source, error) {
	c, err := capture.NewReader(r, capture.Options{Name: name})
	if err != nil {
		return nil, err
	}
	return &Source{Name: name, About: c.Format() + " capture", Capture: c}, nil
}

var Inputs = []string{"raw", "text"}

func pasteOptions(input string) paste.Options {
	o := paste.Options{Gunzip: gz.Gunzip, Decode: &decoder.Options{}, Text: input == "text"}
	if input == "raw" {
		o.Format = paste.Raw
	}
	return o
}

// openPaste reads text once, to know that all of it can be read before any of it is shown.
func openPaste(name string, text []byte, o paste.Options) (*Source, error) {
	result, err := paste.Walk(text, o, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	src := &Source{Name: name, Text: text, Read: o}
	src.About = result.Format.String()
	if result.Count != 1 {
		src.About += fmt.Sprintf(", %d datagrams", result.Count)
	}
	if result.Why != "" {
		src.About += " (" + result.Why + ")"
	}
	for _, n := range result.Notes {
		place := ""
		if n.Line > 0 {
			place = fmt.Sprintf("line %d: ", n.Line)
			if n.Column > 0 {
				place = fmt.Sprintf("line %d, column %d: ", n.Line, n.Column)
			}
		}
		src.Notes = append(src.Notes, place+n.Text)
	}
	return src, nil
}

func DatagramOf(d *paste.Datagram) Datagram {
	o := d.DecodeOptions(decoder.Options{})
	return Datagram{Data: d.Data, From: o.From, Link: o.Link}
}

func (s *Source) Each(do func(Datagram) bool) error {
	switch {
	case s.Capture != nil:
		for s.Capture.Next() {
			p := s.Capture.Packet()
			if !do(Datagram{Data: p.Data, Link: p.Link, Packet: p}) {
				return nil
			}
		}
		if err := s.Capture.Err(); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
	case s.sample != nil:
		for _, p := range s.sample {
			if !do(Datagram{Data: p}) {
				return nil
			}
		}
	default:
		more := true
		_, err := paste.Walk(s.Text, s.Read, func(d *paste.Datagram) {
			more = more && do(DatagramOf(d))
		})
		return err
	}
	return nil
}

func (s *Source) Done() error {
	if s.Capture != nil {
		s.Capture.Close()
	}
	if s.close == nil {
		return nil
	}
	return s.close()
}

// AboutPacket says which packet p is, the last that t has seen.
func AboutPacket(r *capture.Reader, p *capture.Packet, t *TimeFormat) string {
	text := fmt.Sprintf("Packet %d", p.Number)
	if p.HasTime {
		text += ", " + string(t.Append(nil, "utc"))
		switch t.Name {
		case "", "utc":
			text += " UTC"
		case "relative", "delta":
			text += " s"
		}
	}
	text += fmt.Sprintf(", %d bytes", p.OrigLen)
	if len(p.Data) < p.OrigLen {
		text += fmt.Sprintf(" (%d captured)", len(p.Data))
	}
	if all := r.Interfaces(); p.Interface >= 0 && p.Interface < len(all) && all[p.Interface].Name != "" {
		text += ", interface " + all[p.Interface].Name
	}
	for _, c := range p.Comments {
		text += fmt.Sprintf(", comment %q", c)
	}
	return text
}
