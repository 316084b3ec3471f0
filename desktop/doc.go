// Program desktop is fragscope in a window: servers that are asked with a key,
// packets that are pasted, captures that are opened, and one inspector that
// shows any of them byte by byte.
//
// # How it is built
//
//	state/     what is looked at and what is selected in it; no drawing
//	ui/        the widgets that draw it, one a file
//	servers/   the list of servers, without its drawing
//	send/      requests that are changed and sent, and what their replies have differently
//	session/   what was said, to be saved, reopened and passed on
//	settings/  settings that two windows can share
//	store/     files that are whole or not there
//	engine/    the network and the sample servers, behind small interfaces
//	shell/     the window: menus, views and what they do
//
// No folder but engine reaches a socket, and none knows a protocol: what a
// request is called, what a byte means and where servers answer is asked of
// package decoder.
//
// # Building it
//
// Fyne draws with OpenGL, which takes cgo and the libraries of the system. Only
// screen.go imports that, and it is built with the tag desktop; without the tag
// everything else builds, is vetted and tested on any machine, and the program
// says how to build it. With the tag ci, Fyne draws into memory.
//
//	go build -tags desktop,migrated_fynedo,x11 ./desktop
//	go test -tags ci ./desktop/...
package main
