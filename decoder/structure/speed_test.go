package structure

import (
	"fmt"
	"testing"

	"fragscope/analyzer/unpack"
)

func BenchmarkAnalyze(b *testing.B) {
	for _, n := range []int{12, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for seed := uint64(5001); seed < 5009; seed++ {
				m := generateKinds(seed, n, 1)
				b.Run(fmt.Sprint(seed), func(b *testing.B) {
					for range b.N {
						Analyze(m.in, Options{Unpack: unpack.Stream})
					}
				})
			}
		})
	}
}
