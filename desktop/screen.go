//go:build desktop || ci

package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
)

// newApp returns what draws windows on the screen. It is built on its own
// because it needs cgo and the headers of the screen's system, which tests and
// the rest of this repository do without.
func newApp(id string) (fyne.App, error) { return app.NewWithID(id), nil }
