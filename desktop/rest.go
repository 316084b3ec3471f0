//go:build desktop && !ci

package main

import (
	"time"

	"github.com/go-gl/glfw/v3.4/glfw"
)

// What Fyne itself draws with waits for events.
func init() {
	waitEvents = func(d time.Duration) { glfw.WaitEventsTimeout(d.Seconds()) }
	wakeEvents = glfw.PostEmptyEvent
}
