//go:build !desktop && !ci

package main

import (
	"errors"

	"fyne.io/fyne/v2"
)

func newApp(string) (fyne.App, error) {
	return nil, errors.New("this program was built without a window: build it with go tool task desktop")
}
