//go:build js && wasm

package main

import (
	"errors"
	"fragscope/wasm/inspector/call"
	"io"
	"unsafe"
)

// hostRead copies up to n bytes that stand at offset at of a file to p: 0 is
// the capture, 1 what was unpacked of it. It returns how many, -1 when the file
// cannot be read.
//
//go:wasmimport host read
func hostRead(file uint32, at float64, p unsafe.Pointer, n uint32) int32

// hostWrite appends n bytes at p to a file: 1 is what is unpacked, 2 what is
// exported.
//
//go:wasmimport host write
func hostWrite(file uint32, p unsafe.Pointer, n uint32)

// hostGive has a helper answer for a piece: the n bytes at p, and behind them
// the bytes [from, to) of the (unpacked) capture.
//
//go:wasmimport host give
func hostGive(id uint32, from, to float64, p unsafe.Pointer, n uint32)

// helpers are those that the worker has.
type helpers struct{}

func (helpers) Give(id int, ask []byte, from, to int64) {
	hostGive(uint32(id), float64(from), float64(to), unsafe.Pointer(unsafe.SliceData(ask)), uint32(len(ask)))
}

func (helpers) Back(answer []byte) { call.Back(answer) }

// A file is one of the worker's.
type file uint32

const (
	fileCapture file = iota
	fileUnpacked
	fileExport
)

var errRead = errors.New("the file was moved, changed or locked since it was opened: open it again")

func (f file) ReadAt(p []byte, off int64) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	n := hostRead(uint32(f), float64(off), unsafe.Pointer(unsafe.SliceData(p)), uint32(len(p)))
	switch {
	case n < 0:
		return 0, errRead
	case int(n) < len(p):
		return int(n), io.EOF
	}
	return int(n), nil
}

func (f file) Write(p []byte) (int, error) {
	if len(p) > 0 {
		hostWrite(uint32(f), unsafe.Pointer(unsafe.SliceData(p)), uint32(len(p)))
	}
	return len(p), nil
}
