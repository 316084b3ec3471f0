// Package seeded makes the properties of a package's tests, which rapid checks, try the
// same inputs in each run: a run of the tests fails for what was changed and never by
// chance. Tests import it for that alone. `go tool task fuzz` tries others, and so does
//
//	go test ./decoder/wire -rapid.seed=0
package seeded

import (
	"flag"

	_ "pgregory.net/rapid" // defines the flag
)

func init() {
	if err := flag.Set("rapid.seed", "1"); err != nil {
		panic(err)
	}
}
