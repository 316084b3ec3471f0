package wire

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestSymbolsComplete(t *testing.T) {
	for _, c := range []struct{ s, want Symbols }{
		{Symbols{Names: "no;yes|it is so"},
			Symbols{List: []Symbol{{Value: 0, Name: "no"}, {Value: 1, Name: "yes", Doc: "it is so"}}}},
		{Symbols{Names: ";one;;three"}, Symbols{List: []Symbol{{Value: 1, Name: "one"}, {Value: 3, Name: "three"}}}},
		{Symbols{Flags: true, Names: "a;;c|third"},
			Symbols{Flags: true, List: []Symbol{{Value: 1, Name: "a"}, {Value: 4, Name: "c", Doc: "third"}}}},
		{Symbols{List: []Symbol{{Value: 7, Name: "seven"}}}, Symbols{List: []Symbol{{Value: 7, Name: "seven"}}}},
	} {
		c.want.Names = c.s.Names
		for range 2 { // a second time changes nothing
			c.s.Complete()
		}
		if d := cmp.Diff(c.want, c.s, cmpopts.IgnoreUnexported(Symbols{})); d != "" {
			t.Error(d)
		}
		for v := range uint64(70) {
			want := c.s.Lookup(v) != nil || c.s.Flags && v&^c.s.Known() == 0
			if c.s.lists(v) != want {
				t.Errorf("%v: %d is listed: %v", c.s.List, v, !want)
			}
		}
	}
}
