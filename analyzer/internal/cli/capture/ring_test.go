package capture

import (
	"strings"
	"testing"
	"time"
)

func TestParseRotate(t *testing.T) {
	for text, want := range map[string]struct {
		size  int64
		every time.Duration
	}{
		"100MB": {100e6, 0}, "64KiB": {64 << 10, 0}, "1h": {0, time.Hour}, "100MB/1h": {100e6, time.Hour},
		"90s/2GiB": {2 << 30, 90 * time.Second}, "70000": {70000, 0}, "70000B": {70000, 0},
	} {
		if size, every, err := parseRotate(text); err != nil || size != want.size || every != want.every {
			t.Errorf("%q: %d bytes, %v, %v", text, size, every, err)
		}
	}
	for _, text := range []string{"", "/", "1kB", "-100MB", "1h/2h", "1MB/2MB", "10ms", "100MB/", "9999999999999GB", "MB",
		"1.5"} {
		if size, every, err := parseRotate(text); err == nil {
			t.Errorf("%q: %d bytes, %v", text, size, every)
		}
	}
}

// TestDrops: what the kernel dropped is said, and nothing when it dropped none.
func TestDrops(t *testing.T) {
	l := Live{Name: "eth0", received: 12345}
	if text := l.drops(); text != "" {
		t.Error(text)
	}
	if l.dropped = 1234; !strings.HasPrefix(l.drops(), "eth0: the kernel dropped 1,234 of 12,345 packets, ") {
		t.Error(l.drops())
	}
}
