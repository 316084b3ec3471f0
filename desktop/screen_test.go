//go:build ci

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFyneLog: that no theme can be watched is left out with its cause, and nothing else.
func TestFyneLog(t *testing.T) {
	var b strings.Builder
	l := fyneLog{to: &b}
	for _, line := range []string{"Fyne error:  failed to watch theme settings\n", "  Cause: no bus\n",
		"  At: app_xdg.go:152\n", "Fyne error:  no window\n"} {
		if n, err := l.Write([]byte(line)); n != len(line) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	if b.String() != "Fyne error:  no window\n" {
		t.Errorf("%q is logged", b.String())
	}
}

// TestCacheFolder: a home without a folder for caches gets one.
func TestCacheFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", "")
	if _, err := newApp("org.example.test"); err != nil {
		t.Fatal(err)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "fyne", "org.example.test")); err != nil {
		t.Error(err)
	}
}
