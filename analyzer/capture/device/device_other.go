//go:build !(linux || darwin || dragonfly || freebsd || netbsd || openbsd || (windows && (386 || amd64)))

package device

import "runtime"

// Interfaces lists what can be captured from: nothing here.
func Interfaces() ([]Interface, error) {
	return nil, &OpenError{"interfaces", "capturing is not supported on " + runtime.GOOS + "/" + runtime.GOARCH,
		"capture with another program and analyze its file"}
}

// Open says that nothing can be captured from here.
func Open(name string, _ Options) (Device, error) {
	return nil, &OpenError{name, "capturing is not supported on " + runtime.GOOS + "/" + runtime.GOARCH,
		"capture with another program and analyze its file"}
}
