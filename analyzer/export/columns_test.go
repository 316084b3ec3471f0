package export

import (
	"slices"
	"testing"
)

// Every column of every table has all that describes it, once.
func TestColumns(t *testing.T) {
	for _, table := range Tables() {
		var names, json []string
		for _, c := range table.Columns {
			if c.Name == "" || c.JSON == "" || c.Type == "" || c.Doc == "" {
				t.Errorf("%s: %+v is not described", table.Name, c)
			}
			names, json = append(names, c.Name), append(json, c.JSON)
		}
		for _, list := range [][]string{names, json} {
			slices.Sort(list)
			if len(slices.Compact(slices.Clone(list))) != len(list) {
				t.Errorf("%s: a name is there twice: %v", table.Name, list)
			}
		}
	}
}
