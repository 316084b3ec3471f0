//go:build unix

package paste

import (
	"bytes"
	"flag"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
)

var proportionUnits = flag.Int("paste.units", 12, "how many random units TestTimeInProportion repeats")

// processorTime returns how long f occupied processors, in seconds; collect: with the collection of garbage.
func processorTime(collect bool, f func()) float64 {
	now := func() float64 {
		var u syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // its arguments are valid
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
	}
	runtime.GC()
	if !collect {
		defer debug.SetGCPercent(debug.SetGCPercent(-1))
	}
	start := now()
	f()
	return now() - start
}

// randomUnit is made of parts of the corpus's texts and of punctuation.
func randomUnit(r *rand.Rand, corpus []corpusPaste) string {
	const marks = "\"'`{}[]()<>|,;:=.\\/#$%&*+-_!?@^~ \n\t0x"
	var unit strings.Builder
	for range 1 + r.IntN(4) {
		if r.IntN(2) == 0 {
			for range 1 + r.IntN(3) {
				unit.WriteByte(marks[r.IntN(len(marks))])
			}
			continue
		}
		text := corpus[r.IntN(len(corpus))].text
		from := r.IntN(len(text))
		unit.Write(text[from:min(len(text), from+1+r.IntN(120))])
	}
	return unit.String()
}

// mostExponent is how a paste's time may grow: eight times the text may take 15 times as long, since others compute
// beside the test; in proportion to the square it would take 64 times as long.
const mostExponent = 1.3

// TestTimeInProportion: the processor time of a paste is in proportion to its length, for whatever is repeated in it on
// one line and on many. What is judged by the decoder is bounded, so it is measured up to that
// bound.
func TestTimeInProportion(t *testing.T) {
	files, _ := filepath.Glob("testdata/corpus/*.txtar")
	var corpus []corpusPaste
	for _, file := range files {
		corpus = append(corpus, readCorpus(t, file)...)
	}
	r := rand.New(rand.NewPCG(7, uint64(*proportionUnits)))
	for range *proportionUnits {
		unit := randomUnit(r, corpus)
		for _, unit := range []string{strings.ReplaceAll(unit, "\n", " "), strings.TrimRight(unit, "\n") + "\n"} {
			for _, c := range []struct {
				most int
				o    Options
			}{{400_000, Options{}}, {maxJudged, Options{Decode: decode}}} {
				k := max(1, c.most/8/len(unit))
				long := bytes.Repeat([]byte(unit), 8*k)
				short := long[:k*len(unit)]
				if c.o.Decode != nil && len(long) > maxJudged {
					continue
				}
				a, b := math.Inf(1), math.Inf(1)
				exponent := 0.0
				for try := range 15 {
					// A long text can begin a collection of what other tests have left: the last tries are without.
					collect := try < 8
					a = min(a, processorTime(collect, func() {
						for range 8 {
							_, _ = Walk(short, c.o, nil) // an error takes its time too
						}
					}))
					b = min(b, processorTime(collect, func() { _, _ = Walk(long, c.o, nil) }))
					// Below 5 ms in all there is nothing to measure.
					if exponent = 1 + math.Log2(max(b, 5e-3)/max(a, 5e-3))/3; exponent <= mostExponent {
						break
					}
				}
				if exponent > mostExponent {
					t.Errorf("%d bytes take %.1f ms in eight pieces, %.1f in one (exponent %.2f): %q", len(long), a*1e3, b*1e3,
						exponent, unit)
				}
			}
		}
	}
}
