package export

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"fragscope/analyzer/report"
)

// Merge adds what o has counted, as if it had been added here. o is of no use
// afterwards.
func (a *Activity) Merge(o *Activity) {
	if o.bins == nil {
		return
	}
	if a.bins == nil {
		*a = *o
		return
	}
	for a.width < o.width {
		a.widen()
	}
	for o.width < a.width {
		o.widen()
	}
	for at, b := range o.bins {
		put(a.bins, at, b)
	}
	a.low, a.high = min(a.low, o.low), max(a.high, o.high)
	for a.high-a.low >= mostBins {
		a.widen()
	}
}

// activityJSON is an Activity on its way to another machine.
type activityJSON struct {
	Width int64                            `json:"width"`
	Bins  map[int64][report.Outcomes]int64 `json:"bins"`
}

// MarshalJSON writes a so that it can be added to others elsewhere. A report
// shows it otherwise.
func (a *Activity) MarshalJSON() ([]byte, error) {
	x := activityJSON{a.width, map[int64][report.Outcomes]int64{}}
	for at, b := range a.bins {
		x.Bins[at] = *b
	}
	return json.Marshal(&x)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (a *Activity) UnmarshalJSON(b []byte) error {
	var x activityJSON
	if err := json.Unmarshal(b, &x); err != nil {
		return err
	}
	*a = Activity{}
	if len(x.Bins) == 0 {
		return nil
	}
	if x.Width < narrowest || len(x.Bins) > mostBins {
		return errors.New("no activity: its bins cannot be")
	}
	a.width, a.bins = x.Width, map[int64]*activityBin{}
	for at, n := range x.Bins {
		a.bins[at] = (*activityBin)(&n)
	}
	keys := slices.Collect(maps.Keys(x.Bins))
	a.low, a.high = slices.Min(keys), slices.Max(keys)
	if a.high-a.low >= mostBins {
		return errors.New("no activity: its bins cannot be")
	}
	return nil
}
