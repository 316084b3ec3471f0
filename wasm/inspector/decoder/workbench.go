//go:build js && wasm && workbench

package main

import (
	"fragscope/wasm/inspector/call"
	"fragscope/wasm/inspector/workbench"
)

// With the tag workbench the program compares unknown datagrams and reads layouts as well: a page
// loads that one in place of the first when it is asked for either.
var bench workbench.Bench

// compare takes the decisions, then how many datagrams, and their numbers in words of 32 bits.
//
//go:wasmexport compare
func compare(id, n, count uint32) {
	b := call.Taken(n)
	numbers := b[:min(len(b), 4*int(count))]
	var which []int
	for i := 0; i+4 <= len(numbers); i += 4 {
		which = append(which, int(word(numbers[i:])))
	}
	bench.Compare(call.Begin(), of(id), which, string(b[len(numbers):]))
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
