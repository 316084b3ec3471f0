package export

import (
	"encoding/csv"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestCSVForms writes texts that a spreadsheet computes: guarded for it, as they
// are for programs. A number is none of them, also as a text.
func TestCSVForms(t *testing.T) {
	for _, c := range []struct {
		text    string
		guarded bool
	}{
		{"=1+1", true}, {"@SUM(1)", true}, {"-1-1", true}, {"+cmd|x", true}, {"-", true}, {"-1.", true}, {"-.5", true},
		{"-1.2.3", true}, {" =1", true}, {"＝1", true},
		{"-7", false}, {"+49", false}, {"-3.25", false}, {"0", false}, {"12:30", false}, {"", false},
		{`a "quoted" one, with a comma`, false}, {"'", false},
	} {
		rows := slices.Values([]Player{{Name: c.text}})
		for plain, open := range map[bool]func(io.Writer) (RowWriter[Player], error){false: NewCSV[Player],
			true: NewPlainCSV[Player]} {
			out := written(t, func(w io.Writer) error {
				csv, err := open(w)
				if err != nil {
					return err
				}
				return WriteAll(csv, rows)
			})
			lines, err := csv.NewReader(strings.NewReader(string(out))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			want := c.text
			if c.guarded && !plain {
				want = "'" + want
			}
			if got := lines[1][slices.Index(lines[0], "name")]; got != want {
				t.Errorf("%q, plain %v: %q, want %q", c.text, plain, got, want)
			}
		}
	}
}
