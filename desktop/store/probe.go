package store

import "fragscope/analyzer/atomicfile"

// Probe returns why no new file can be written at path, nil when one can. Nothing is left there.
func Probe(path string) error {
	f, err := atomicfile.Create(path, false)
	if err == nil {
		f.Discard()
	}
	return err
}
