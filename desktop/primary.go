//go:build desktop && !ci && linux && x11

package main

import (
	"github.com/go-gl/glfw/v3.4/glfw"

	"fragscope/desktop/ui"
)

func init() { ui.Primary = glfw.GetX11SelectionString }
