package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"fragscope/decoder/ksy"
	"fragscope/decoder/wire"
)

func layoutFlag(c *cobra.Command, to *[]string) {
	c.Flags().StringArrayVar(to, "layout", nil, "read what no protocol recognises as this Kaitai Struct description says; may be given again")
}

// readLayouts reads the descriptions in files, nil for no files.
func readLayouts(files []string) (wire.Describer, error) {
	if len(files) == 0 {
		return nil, nil
	}
	var set ksy.Set
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, plainError(name, err)
		}
		l, err := ksy.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		set = append(set, l)
	}
	return set.Describe, nil
}
