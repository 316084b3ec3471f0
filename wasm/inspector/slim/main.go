// Slim makes a Go program built for js/wasm smaller by what only a stack trace
// needs: the names of functions and files, and the tables that say which line
// an instruction comes from. A trace of such a program has no names; panics
// still say what happened.
//
//	slim program.wasm
//
// Without them a browser has a twelfth less to load. The layout of
// these tables is the linker's own affair (runtime/symtab.go, pcHeader and
// _func), so slim changes nothing when it does not find exactly what it knows.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: slim program.wasm")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "slim: %s: %v\n", os.Args[1], err)
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

// Slim returns program without what only stack traces need.
func Slim(program []byte) ([]byte, error) {
	m, err := parse(program)
	if err != nil {
		return nil, err
	}
	if err := blank(m.image); err != nil {
		return nil, err
	}
	return m.encode(), nil
}
