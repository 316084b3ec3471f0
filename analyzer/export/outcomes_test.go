package export

import (
	"strings"
	"testing"

	"fragscope/analyzer/report"
)

// Every outcome has its own colour in plots and on the page, under the name
// that its curve has.
func TestOutcomeColors(t *testing.T) {
	var a Activity
	for i := range report.Outcomes {
		a.Add([]*report.Exchange{{Time: 1, Outcome: report.Outcome(i)}})
	}
	curves := activityCurves(&a)
	if len(curves) != report.Outcomes {
		t.Fatalf("%d curves of %d outcomes", len(curves), report.Outcomes)
	}
	for _, c := range curves {
		if _, ok := OutcomeColors[c.Name]; !ok {
			t.Errorf("%s has no colour in a plot", c.Name)
		}
		if !strings.Contains(pageStyle, "\n."+c.Name+" {") && !strings.Contains(pageStyle, " ."+c.Name+" {") {
			t.Errorf("%s has no colour on the page", c.Name)
		}
	}
}
