//go:build desktop && !ci

package main

import (
	"context"
	"time"

	"fragscope/desktop/ui"

	"github.com/go-gl/glfw/v3.4/glfw"
)

// rest has the window wait for events while nothing happens. It takes what Fyne
// itself draws with.
func rest(ctx context.Context) {
	ui.Rest(ctx, func(d time.Duration) { glfw.WaitEventsTimeout(d.Seconds()) }, glfw.PostEmptyEvent)
}
