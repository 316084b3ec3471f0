// Package endtoend tests the desktop program as it is installed: the binary on
// a screen of its own (Xvfb), keys and mouse by xdotool, servers by the
// emulator on loopback. What the window shows is read from the file that it
// writes for this, and from the pixels.
//
// The tests need a screen's libraries and a built program, so they run when
// asked for: .ci/desktop test.
package endtoend
