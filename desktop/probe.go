//go:build endtoend

package main

import (
	"flag"

	"fragscope/desktop/shell"
)

func init() { probeFlags = probes }

// probes adds the flags that the tests of the whole program need, and returns what applies them.
func probes(flags *flag.FlagSet) func(*shell.Shell) {
	state := flags.String("state", "", "write what the window shows to this `file` as it changes")
	frames := flags.String("frames", "", "measure how long frames of what is opened take, and write that to this `file`")
	return func(s *shell.Shell) { s.Probe(*state, *frames) }
}
