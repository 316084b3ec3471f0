// Slim makes a Go program built for js/wasm smaller by what only a stack trace
// needs: the names of functions and files, and the tables that say which line
// an instruction comes from. A trace of such a program has no names; panics
// still say what happened.
//
//	slim program.wasm
//
// The programs of the page, compressed with brotli (quality 11, window of 24
// bits), and the median time until the page shows its first packet, of 10 loads
// in Chromium on two cores. The times are of an earlier build, whose first
// program was 693 and 542 kB; script and HTML are 38 kB more. A program that does
// nothing is 290 kB when it is slim.
//
//	                       first.wasm  decoder.wasm  10 Mbit/s  unlimited
//	as it is built         723 kB      1,086 kB      715 ms     318 ms
//	slim                   548 kB      849 kB        589 ms     334 ms
//
// The layout of these tables is the linker's own affair (runtime/symtab.go,
// pcHeader and _func) and known for Go 1.26. A program that another version
// built, or whose tables look different, is left as it is, and slim says so: the
// page then takes longer to load, and works.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: slim program.wasm")
		os.Exit(2)
	}
	err := run(os.Args[1])
	if err != nil {
		fmt.Fprintf(os.Stderr, "slim: %s: %v\n", os.Args[1], err)
	}
	if err != nil && !errors.Is(err, errUnknown) {
		os.Exit(1)
	}
}

func run(file string) error {
	program, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	small, err := Slim(program)
	if err != nil {
		return err
	}
	return os.WriteFile(file, small, 0o644)
}

// known is the version of Go whose tables slim knows.
const known = "go1.26"

// errUnknown is why a program of Go's is left as it is.
var errUnknown = errors.New("left as it is, and larger to load")

// Slim returns program without what only stack traces need.
func Slim(program []byte) ([]byte, error) {
	m, err := parse(program)
	if err != nil {
		return nil, err
	}
	version := m.version()
	if rest, ok := strings.CutPrefix(version, known); !ok || rest != "" && '0' <= rest[0] && rest[0] <= '9' {
		return nil, fmt.Errorf("%w: built with %q, and the tables are known only for %s", errUnknown, version, known)
	}
	if err := blank(m.image); err != nil {
		return nil, err
	}
	return m.encode(), nil
}
