//go:build !endtoend

package main

import (
	"flag"

	"fragscope/desktop/shell"
)

// probeFlags adds nothing to the program that people use.
func probeFlags(*flag.FlagSet) func(*shell.Shell) { return func(*shell.Shell) {} }
