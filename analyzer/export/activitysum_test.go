package export

import (
	"encoding/json"
	"reflect"
	"testing"

	"fragscope/analyzer/report"
	_ "fragscope/samples/seeded" // the same inputs in each run

	"pgregory.net/rapid"
)

// Activities add up to what one counts alone, on whatever machines they are.
func TestActivitySum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var one, sum Activity
		for range rapid.IntRange(0, 5).Draw(t, "activities") {
			var part Activity
			for range rapid.IntRange(0, 20).Draw(t, "exchanges") {
				x := []*report.Exchange{{
					Time:    rapid.Int64Range(0, 1<<rapid.IntRange(20, 60).Draw(t, "bits")).Draw(t, "time"),
					Outcome: report.Outcome(rapid.IntRange(0, report.Outcomes-1).Draw(t, "outcome")),
				}}
				one.Add(x)
				part.Add(x)
			}
			b, err := json.Marshal(&part)
			if err != nil {
				t.Fatal(err)
			}
			var there Activity
			if err := json.Unmarshal(b, &there); err != nil {
				t.Fatal(err)
			}
			sum.Merge(&there)
		}
		if got, want := sum.document(), one.document(); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v\nwant\n%+v", got, want)
		}
	})
}
