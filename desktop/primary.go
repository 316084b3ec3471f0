//go:build desktop && !ci && linux && x11

package main

import (
	"github.com/go-gl/glfw/v3.4/glfw"

	"fragscope/desktop/ui"
)

func init() {
	ui.Primary = glfw.GetX11SelectionString
	// Fyne asks for it again, and panics where there is none.
	openScreen = func() error {
		glfw.InitHint(glfw.PlatformHint, int(glfw.PlatformX11))
		return glfw.Init()
	}
}
