//go:build desktop || ci

package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
)

// openScreen says why there is no screen, where that can be asked beforehand.
var openScreen = func() error { return nil }

// newApp is built on its own: it needs cgo and the headers of the screen's system.
func newApp(id string) (fyne.App, error) {
	if err := openScreen(); err != nil {
		return nil, fmt.Errorf("found no screen (%w), expected one to open a window on: start it in a graphical session",
			err)
	}
	log.SetOutput(&fyneLog{to: os.Stderr})
	if dir, err := os.UserCacheDir(); err == nil {
		// Fyne makes one folder, not those above it, and logs what is missing.
		_ = os.MkdirAll(filepath.Join(dir, "fyne", id), 0o700)
	}
	return app.NewWithID(id), nil
}

// A fyneLog leaves out that the system's theme cannot be watched, as without D-Bus: a
// window that is started then works as well, in the theme of that time.
type fyneLog struct {
	to   io.Writer
	skip int // lines that say more about what was left out
}

// Write implements io.Writer; package log writes a line at once.
func (l *fyneLog) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("failed to watch theme settings")) {
		l.skip = 3 // with its cause and its place
	}
	if l.skip > 0 {
		l.skip--
		return len(line), nil
	}
	return l.to.Write(line)
}
