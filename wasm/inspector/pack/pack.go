// Package pack writes what a program built for a browser answers: whole
// numbers and texts, read back in the order in which they were written
// (web/src/api/packed.ts). One answer is one piece of memory, so that a call
// costs one copy, and all texts of it become JavaScript strings in one step.
//
// An answer is little endian, in words of 32 bits:
//
//	the words
//	the length of each text, in UTF-16 units as JavaScript counts
//	the texts, UTF-8, one after the other, and nulls up to a whole word
//	number of words, number of texts, bytes of all texts
//
// The numbers come last, so that words stand where they were written.
package pack

import (
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// A Writer gathers an answer. The zero value is ready; Reset makes it ready
// again and keeps its memory.
type Writer struct {
	words   []uint32
	lengths []uint32
	texts   []byte
	scratch []byte
}

// mostKept is how many words' memory is kept: a program's memory never shrinks,
// and hardly any answer is that long.
const mostKept = 1 << 19

// Reset forgets what was written.
func (w *Writer) Reset() {
	if cap(w.words) > mostKept {
		w.words = nil
	}
	w.words, w.lengths, w.texts = w.words[:0], w.lengths[:0], w.texts[:0]
}

// U32 writes a word.
func (w *Writer) U32(v uint32) { w.words = append(w.words, v) }

// Int writes a number that fits a word; a negative one as its two's complement.
func (w *Writer) Int(v int) { w.words = append(w.words, uint32(int32(v))) }

// U64 writes two words, the low one first.
func (w *Writer) U64(v uint64) { w.words = append(w.words, uint32(v), uint32(v>>32)) }

// Bool writes a word, 1 or 0.
func (w *Writer) Bool(v bool) {
	if v {
		w.U32(1)
	} else {
		w.U32(0)
	}
}

// Ints writes how many numbers there are, and the numbers.
func (w *Writer) Ints(list []int) {
	w.Int(len(list))
	for _, v := range list {
		w.Int(v)
	}
}

// Text writes a text.
func (w *Writer) Text(s string) {
	start := len(w.texts)
	w.texts = append(w.texts, s...)
	w.measure(start)
}

// Append writes the text that add appends to the slice it is given.
func (w *Writer) Append(add func(dst []byte) []byte) {
	start := len(w.texts)
	w.texts = add(w.texts)
	w.measure(start)
}

// Words reserves room for n words and returns it, to be filled: whatever stands
// there.
func (w *Writer) Words(n int) []uint32 {
	start := len(w.words)
	w.words = w.room(start + n)
	return w.words[start:]
}

// room returns the words, n of them: those behind what was written are anything.
func (w *Writer) room(n int) []uint32 {
	if n <= cap(w.words) {
		return w.words[:n]
	}
	grown := make([]uint32, n, max(n+64, 2*cap(w.words)))
	copy(grown, w.words)
	return grown
}

// Packed writes how many bytes b are and the bytes, four to a word.
func (w *Writer) Packed(b []byte) {
	w.Int(len(b))
	words := w.Words((len(b) + 3) / 4)
	clear(words)
	for i, v := range b {
		words[i/4] |= uint32(v) << (i % 4 * 8)
	}
}

// measure writes down the length of the text that begins at start. Invalid
// bytes become U+FFFD here, because the two languages count them differently.
func (w *Writer) measure(start int) {
	units := 0
	b := w.texts[start:]
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			units++
			i++
			continue
		}
		u, n := utf8.DecodeRune(b[i:])
		if u == utf8.RuneError && n == 1 {
			w.replace(start)
			return
		}
		units++
		if u > 0xffff {
			units++
		}
		i += n
	}
	w.lengths = append(w.lengths, uint32(units))
}

func (w *Writer) replace(start int) {
	w.scratch = append(w.scratch[:0], w.texts[start:]...)
	w.texts = w.texts[:start]
	for i := 0; i < len(w.scratch); {
		u, n := utf8.DecodeRune(w.scratch[i:])
		w.texts = utf8.AppendRune(w.texts, u)
		i += n
	}
	w.measure(start)
}

// Finish returns the answer, valid until the next Reset.
func (w *Writer) Finish() []byte {
	words, texts := len(w.words), len(w.words)+len(w.lengths)
	end := texts + (len(w.texts)+3)/4
	all := w.room(end + 3)
	w.words = all[:words]
	copy(all[words:], w.lengths)
	all[max(texts, end-1)] = 0
	all[end], all[end+1], all[end+2] = uint32(words), uint32(len(w.lengths)), uint32(len(w.texts))
	// encoding/binary would bring reflect into a program.
	if one := uint32(1); *(*byte)(unsafe.Pointer(&one)) != 1 {
		for i := range all {
			all[i] = bits.ReverseBytes32(all[i])
		}
	}
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(all))), 4*len(all))
	copy(b[4*texts:], w.texts)
	return b
}
