package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Numbers of sections (WebAssembly 1.0, 5.5.2).
const (
	sectionCustom = 0
	sectionData   = 11
)

// A module is a WebAssembly module, its data unfolded into the memory that a
// program starts with.
type module struct {
	sections []section
	image    []byte // memory from address 0 on, up to the end of the last segment
}

type section struct {
	id   byte
	body []byte
}

var errFormat = errors.New("this is no WebAssembly module of Go's linker")

func parse(p []byte) (*module, error) {
	if len(p) < 8 || string(p[:8]) != "\x00asm\x01\x00\x00\x00" {
		return nil, errFormat
	}
	m := &module{}
	r := reader{p[8:], nil}
	for len(r.p) > 0 && r.err == nil {
		s := section{id: r.byte()}
		s.body = r.bytes(r.uint())
		m.sections = append(m.sections, s)
		if s.id == sectionData && r.err == nil {
			if err := m.unfold(s.body); err != nil {
				return nil, err
			}
		}
	}
	if r.err == nil && m.image == nil {
		return nil, errFormat
	}
	return m, r.err
}

// version returns the version of Go that built the module, as its section
// "producers" (WebAssembly tool conventions) names it; "" for none.
func (m *module) version() string {
	for _, s := range m.sections {
		r := reader{s.body, nil}
		if s.id != sectionCustom || r.text() != "producers" {
			continue
		}
		for fields := r.uint(); fields > 0 && r.err == nil; fields-- {
			field := r.text()
			for values := r.uint(); values > 0 && r.err == nil; values-- {
				if name, version := r.text(), r.text(); field == "language" && name == "Go" {
					return version
				}
			}
		}
	}
	return ""
}

// maxImage bounds what addresses may claim; a program of Go's has its data in
// the first few megabytes.
const maxImage = 256 << 20

func (m *module) unfold(body []byte) error {
	r := reader{body, nil}
	for n := r.uint(); n > 0 && r.err == nil; n-- {
		if r.byte() != 0 || r.byte() != 0x41 { // memory 0, i32.const
			return errFormat
		}
		at := r.int()
		if r.byte() != 0x0b { // end
			return errFormat
		}
		data := r.bytes(r.uint())
		if at < 0 || at > maxImage-len(data) {
			return errFormat
		}
		if grow := at + len(data) - len(m.image); grow > 0 {
			m.image = append(m.image, make([]byte, grow)...)
		}
		copy(m.image[at:], data)
	}
	if len(r.p) > 0 {
		return errFormat
	}
	return r.err
}

func (m *module) encode() []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range m.sections {
		switch s.id {
		case sectionCustom:
			continue // names of the tools that built it
		case sectionData:
			s.body = fold(m.image)
		}
		out = append(out, s.id)
		out = binary.AppendUvarint(out, uint64(len(s.body)))
		out = append(out, s.body...)
	}
	return out
}

// mostSegments is how many segments browsers take (the limit of the JavaScript
// interface of WebAssembly).
const mostSegments = 100_000

// gapLength is the length of the runs of zeros that are left out. A segment
// costs about 8 bytes, but these say where it begins, which compresses badly,
// while zeros cost next to nothing: with gaps of 64 bytes a page has a hundredth
// more to load, with gaps of 1,024 a thousandth less, for more to unpack.
const gapLength = 256

// fold writes the segments of image: what is not zero, with shorter runs of
// zeros, and with longer ones where there would be too many segments.
func fold(image []byte) []byte {
	for gap := gapLength; ; gap++ {
		if n, segments := foldAt(image, gap); n <= mostSegments {
			return append(binary.AppendUvarint(nil, uint64(n)), segments...)
		}
	}
}

// foldAt leaves out runs of gap zeros and more.
func foldAt(image []byte, gap int) (n int, segments []byte) {
	for at := 0; at < len(image); {
		if image[at] == 0 {
			at++
			continue
		}
		end := at
		for i := at; i < len(image); i++ {
			if image[i] != 0 {
				end = i + 1
			} else if i-end >= gap {
				break
			}
		}
		segments = append(segments, 0, 0x41)
		segments = appendSigned(segments, at)
		segments = append(segments, 0x0b)
		segments = binary.AppendUvarint(segments, uint64(end-at))
		segments = append(segments, image[at:end]...)
		n++
		at = end
	}
	return n, segments
}

// appendSigned appends v as signed LEB128.
func appendSigned(dst []byte, v int) []byte {
	for {
		b := byte(v & 0x7f)
		v >>= 7
		if v == 0 && b&0x40 == 0 || v == -1 && b&0x40 != 0 {
			return append(dst, b)
		}
		dst = append(dst, b|0x80)
	}
}

// A reader reads a part of a module. After an error everything is 0.
type reader struct {
	p   []byte
	err error
}

func (r *reader) fail() {
	if r.err == nil {
		r.err = fmt.Errorf("%w: it is cut", errFormat)
	}
	r.p = nil
}

func (r *reader) byte() byte {
	if len(r.p) == 0 {
		r.fail()
		return 0
	}
	b := r.p[0]
	r.p = r.p[1:]
	return b
}

func (r *reader) uint() int {
	v, n := binary.Uvarint(r.p)
	if n <= 0 || v > maxImage {
		r.fail()
		return 0
	}
	r.p = r.p[n:]
	return int(v)
}

// int reads a signed LEB128 of 32 bits.
func (r *reader) int() int {
	v, shift := 0, 0
	for {
		b := r.byte()
		v |= int(b&0x7f) << shift
		shift += 7
		if b&0x80 == 0 || shift > 35 {
			if b&0x40 != 0 {
				v |= -1 << shift
			}
			return v
		}
	}
}

func (r *reader) bytes(n int) []byte {
	if n > len(r.p) {
		r.fail()
		return nil
	}
	b := r.p[:n:n]
	r.p = r.p[n:]
	return b
}

func (r *reader) text() string { return string(r.bytes(r.uint())) }
