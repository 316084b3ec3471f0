package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"fragscope": func() { os.Exit(run()) }})
}

// TestScripts runs the command as a person would; the scripts tell what for.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", RequireUniqueNames: true, RequireExplicitExec: true,
		UpdateScripts: *update})
}
