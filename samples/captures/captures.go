// Package captures holds sample captures: composed sessions, one a file, that
// show what an analysis has to cope with. None of them was recorded. A test of
// samples/capgen composes them and keeps them the same, but for one that
// is kept as it was made; go test ./samples/capgen -update writes them
// anew.
package captures

import "embed"

// Files holds the captures. What each of them shows stands in it as the
// comment of its section.
//
//go:embed *.pcapng
var Files embed.FS

// Names returns the names of the captures, in order.
func Names() []string {
	entries, err := Files.ReadDir(".")
	if err != nil {
		panic(err) // the files are part of the program
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
