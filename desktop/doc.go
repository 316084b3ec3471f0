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
// # What it never does
//
// Nothing is sent to an address while it is typed: only Enter or a button sends,
// and what is sent again and again is what was confirmed. A link to a server, or
// a list of addresses that is dropped or opened, shows what it would query and
// asks.
//
// No file is opened for writing, let alone replaced, before its name was
// confirmed; one that exists is replaced only when that was confirmed too, and
// as a whole. Settings and lists that are damaged are kept under another name.
//
// While addresses are hidden, no address leaves the window in a saved session,
// an export, a link, the clipboard, a notification or the line at the bottom; the
// bytes on the screen stay what they are. See [fragscope/desktop/state.Hider].
// Notifications are fixed words with counts, and the letters, digits and spaces of
// a server's name: on some systems their text becomes part of a script.
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
