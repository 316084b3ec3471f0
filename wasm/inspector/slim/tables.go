package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

var errTables = fmt.Errorf("%w: its tables of functions are not as %s writes them", errUnknown, known)

// What the runtime knows of a function (runtime._func): 32-bit numbers, the
// last of them four small ones, then the places of the tables for each
// instruction (pcdata) and of those for the whole function (funcdata).
const (
	headerSize = 8 + 8*8 // runtime.pcHeader

	funcName     = 4
	funcStack    = 16 // size of the stack frame, for each instruction
	funcFile     = 20 // file and line
	funcLine     = 24
	funcTables   = 28 // how many pcdata
	funcUnit     = 32
	funcStart    = 36 // line at which it begins
	funcRecords  = 43 // how many funcdata, one byte
	funcSize     = 44
	maxPerNumber = 16 // more tables than this no function has
)

// tracesOnly tells which of the tables for each instruction only traces read,
// or the preemption that WebAssembly does not have (internal/abi: PCDATA_
// UnsafePoint, InlTreeIndex and ArgLiveIndex).
func tracesOnly(table int) bool { return table == 0 || table == 2 || table == 3 }

// traceRecord tells so of those for the whole function (FUNCDATA_InlTree,
// ArgInfo and ArgLiveInfo). None is written as the greatest number.
func traceRecord(record int) bool { return record == 3 || record == 5 || record == 6 }

// noRecord is the place of a record that a function does not have.
const noRecord = ^uint32(0)

// What the runtime knows of the program (runtime.moduledata): words of 64 bits,
// the first two the addresses of the header and of the names.
const (
	moduleFind    = 19 // address of the table that finds functions
	moduleRecords = 40 // address of the records for whole functions, which end before it
	moduleWords   = 41
)

// A functab is the linker's table of functions: pieces of memory that are
// written in place.
type functab struct {
	count   int
	names   []byte
	units   []byte // units and files
	tables  []byte
	funcs   []byte
	records []byte
}

// find looks for the table of functions in the memory of a program.
func find(image []byte) (*functab, error) {
	// magic, two zeros, instructions of one byte, pointers of eight
	at := bytes.Index(image, []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8})
	if at < 0 || at+headerSize > len(image) {
		return nil, errTables
	}
	t := image[at:]
	word := func(i int) int { return int(binary.LittleEndian.Uint64(t[8+8*i:])) }
	count, names, units, files, tables, funcs := word(0), word(3), word(4), word(5), word(6), word(7)
	if !(headerSize <= names && names < units && units <= files && files < tables && tables < funcs && funcs < len(t)) {
		return nil, errTables
	}
	// The functions begin with a pair of numbers for each: where its code
	// begins and where it is described, counted from here.
	if count <= 0 || 8*count+4 > len(t)-funcs {
		return nil, errTables
	}
	records, err := findRecords(image, at, at+names)
	return &functab{count, t[names:units], t[units:tables], t[tables:funcs], t[funcs:], records}, err
}

// findRecords returns the records for whole functions of the program whose
// header and names are at the given addresses.
func findRecords(image []byte, header, names int) ([]byte, error) {
	begins := binary.LittleEndian.AppendUint64(nil, uint64(header))
	begins = binary.LittleEndian.AppendUint64(begins, uint64(names))
	at := bytes.Index(image, begins)
	if at < 0 || at+8*moduleWords > len(image) {
		return nil, errTables
	}
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(image[at+8*i:]) }
	from, end := word(moduleRecords), word(moduleFind)
	if from <= uint64(names) || from > end || end > uint64(len(image)) {
		return nil, errTables
	}
	return image[from:end], nil
}

// blank overwrites with zeros what only stack traces read.
func blank(image []byte) error {
	t, err := find(image)
	if err != nil {
		return err
	}
	needed := map[uint32]bool{}                // places in tables that the program itself reads
	traces := map[uint32]bool{}                // and those that it does not
	keep := map[uint32]bool{}                  // names that are compared
	records := map[uint32]bool{noRecord: true} // and whether the program reads them
	for i := range t.count {
		f := int(binary.LittleEndian.Uint32(t.funcs[8*i+4:]))
		if f+funcSize > len(t.funcs) {
			return errTables
		}
		get := func(at int) uint32 { return binary.LittleEndian.Uint32(t.funcs[f+at:]) }
		put := func(at int, v uint32) { binary.LittleEndian.PutUint32(t.funcs[f+at:], v) }
		name, perInstruction, perFunction := get(funcName), int(get(funcTables)), int(t.funcs[f+funcRecords])
		if int(name) >= len(t.names) || perInstruction > maxPerNumber || perFunction > maxPerNumber ||
			f+funcSize+4*(perInstruction+perFunction) > len(t.funcs) {
			return errTables
		}
		// runtime.stkframe knows the stubs of reflect by their names.
		if bytes.HasPrefix(t.names[name:], []byte("reflect.")) {
			keep[name] = true
		} else {
			put(funcName, 0)
		}
		needed[get(funcStack)] = true
		for _, at := range []int{funcFile, funcLine} {
			traces[get(at)] = true
			put(at, 0)
		}
		put(funcUnit, 0)
		put(funcStart, 0)
		for j := range perInstruction {
			at := funcSize + 4*j
			if tracesOnly(j) {
				traces[get(at)] = true
				put(at, 0)
			} else {
				needed[get(at)] = true
			}
		}
		for j := range perFunction {
			at := funcSize + 4*(perInstruction+j)
			records[get(at)] = records[get(at)] || !traceRecord(j)
			if traceRecord(j) {
				put(at, noRecord)
			}
		}
	}
	if err := blankRecords(t.records, records); err != nil {
		return err
	}
	if err := blankNames(t.names, keep); err != nil {
		return err
	}
	clear(t.units)
	return blankTables(t.tables, traces, needed)
}

// blankRecords clears those that are not needed. Each ends where the next begins.
func blankRecords(records []byte, needed map[uint32]bool) error {
	delete(needed, noRecord)
	end := len(records)
	for _, at := range slices.Backward(slices.Sorted(maps.Keys(needed))) {
		if int(at) >= end {
			return errTables
		}
		if !needed[at] {
			clear(records[at:end])
		}
		end = int(at)
	}
	return nil
}

// blankNames clears all names but those to keep.
func blankNames(names []byte, keep map[uint32]bool) error {
	for at := 0; at < len(names); {
		n := bytes.IndexByte(names[at:], 0)
		if n < 0 {
			return errTables
		}
		if !keep[uint32(at)] {
			clear(names[at : at+n])
		}
		at += n + 1
	}
	return nil
}

// blankTables clears the tables that begin at the given places and are not
// needed for anything else.
func blankTables(tables []byte, places, needed map[uint32]bool) error {
	used := make([]bool, len(tables))
	for p := range needed {
		n, err := tableSize(tables, int(p))
		if err != nil {
			return err
		}
		for i := range n {
			used[int(p)+i] = true
		}
	}
	// All sizes are found before any table is cleared: tables may overlap.
	var clearing []int
	for p := range places {
		n, err := tableSize(tables, int(p))
		if err != nil {
			return err
		}
		for i := range n {
			clearing = append(clearing, int(p)+i)
		}
	}
	for _, i := range clearing {
		if !used[i] {
			tables[i] = 0
		}
	}
	return nil
}

// tableSize returns the size of the table that begins at a place: pairs of
// varints up to one that begins with 0.
func tableSize(tables []byte, at int) (int, error) {
	if at == 0 {
		return 0, nil // no table
	}
	for i, first := at, true; i < len(tables); first = false {
		v, n := binary.Uvarint(tables[i:])
		if n <= 0 {
			return 0, errTables
		}
		i += n
		if v == 0 && !first {
			return i - at, nil
		}
		_, n = binary.Uvarint(tables[i:])
		if n <= 0 {
			return 0, errTables
		}
		i += n
	}
	return 0, errTables
}
