package live

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// TestMain lets many tests run side by side: they wait for sockets most of
// their time.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "48"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
