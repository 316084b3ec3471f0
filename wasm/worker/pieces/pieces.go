//go:build js && wasm

// Package pieces reads what JavaScript hands over piece by piece.
package pieces

import (
	"io"
	"syscall/js"
)

// A Source is an object of JavaScript whose methods answer later: they call back
// with their result. Its method read answers with the next piece of a stream,
// null at its end, or a text that says why there is no more.
type Source struct {
	Value js.Value
	Error func(text string) error // makes an error of such a text

	have    []byte
	err     error // that Read has met
	answers chan js.Value
	deliver js.Func
}

// Call calls a method and waits for its result.
func (s *Source) Call(method string) js.Value {
	if s.answers == nil {
		s.answers = make(chan js.Value, 1)
		s.deliver = js.FuncOf(func(_ js.Value, args []js.Value) any {
			s.answers <- args[0]
			return nil
		})
	}
	s.Value.Call(method, s.deliver)
	return <-s.answers
}

// Next waits for the next piece: bytes, io.EOF at the end.
func (s *Source) Next() ([]byte, error) {
	switch v := s.Call("read"); {
	case v.IsNull():
		return nil, io.EOF
	case v.Type() == js.TypeString:
		return nil, s.Error(v.String())
	default:
		return Bytes(v), nil
	}
}

// Read reads the pieces as one stream.
func (s *Source) Read(p []byte) (int, error) {
	for len(s.have) == 0 {
		if s.err == nil {
			s.have, s.err = s.Next()
		}
		if s.err != nil {
			return 0, s.err
		}
	}
	n := copy(p, s.have)
	s.have = s.have[n:]
	return n, nil
}

// Release says that nothing more is called.
func (s *Source) Release() {
	if s.answers != nil {
		s.deliver.Release()
		s.answers = nil
	}
}

// Bytes copies a Uint8Array.
func Bytes(v js.Value) []byte {
	b := make([]byte, v.Get("length").Int())
	js.CopyBytesToGo(b, v)
	return b
}
