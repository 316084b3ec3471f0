//go:build js && wasm && workbench

package main

import (
	"fragscope/wasm/inspector/call"
	"fragscope/wasm/inspector/workbench"
)

// With the tag workbench the program compares unknown datagrams and reads layouts as well: a page
// loads that one in place of the first when it is asked for either.
var bench workbench.Bench

// compare takes how many datagrams, their numbers in words of 32 bits, and the layout that describes them.
//
//go:wasmexport compare
func compare(id, n, count uint32) {
	b := call.Taken(n)
	numbers := b[:min(len(b), 4*int(count))]
	var which []int
	for i := 0; i+4 <= len(numbers); i += 4 {
		which = append(which, int(word(numbers[i:])))
	}
	bench.Compare(of(id), which, string(b[len(numbers):]))
	bench.Write(call.Begin(), nil)
}

// comparePackets takes size bytes of packets of a capture, and the layout that describes them.
//
//go:wasmexport comparePackets
func comparePackets(n, size uint32) {
	b := call.Taken(n)
	size = min(size, uint32(len(b)))
	bench.ComparePackets(b[:size], string(b[size:]))
	bench.Write(call.Begin(), nil)
}

// accept takes the name of a finding.
//
//go:wasmexport accept
func accept(n, kind, finding uint32) {
	name := string(call.Taken(n))
	bench.Write(call.Begin(), bench.Accept(int(kind), int(finding), name))
}

//go:wasmexport acceptAll
func acceptAll(kind uint32) { bench.Write(call.Begin(), bench.AcceptAll(int(kind))) }

//go:wasmexport mark
func mark(kind, row, offset, length, key, bigEndian uint32) {
	wrong := bench.Mark(int(kind), int(row), int(offset), int(length), rune(key), bigEndian != 0)
	bench.Write(call.Begin(), wrong)
}

//go:wasmexport removeAll
func removeAll() {
	bench.Clear()
	bench.Write(call.Begin(), nil)
}

// undo says in front whether there was something to undo, or to redo.
//
//go:wasmexport undo
func undo(redo uint32) {
	step := bench.Undo
	if redo != 0 {
		step = bench.Redo
	}
	w := call.Begin()
	w.Bool(step())
	bench.Write(w, nil)
}

// describe has all that is decoded from now on described by layouts, where no protocol is recognised.
//
//go:wasmexport describe
func describe(n uint32) {
	if d, ok := workbench.Layouts(call.Begin(), call.Taken(n)); ok {
		layouts = d
	}
}

//go:wasmexport export
func export(n, language uint32) { workbench.Export(call.Begin(), call.Taken(n), int(language)) }
