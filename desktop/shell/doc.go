// Package shell is the window of the desktop application: its menus, its four
// ways in (servers, a paste, a capture, a request that is sent), and what they
// share: settings, the session that can be saved, the line at the bottom that
// says what happened.
//
// It draws and decides nothing about servers, requests or packets: that is in
// the packages servers, send, session and state. Everything here runs on Fyne's
// goroutine; what takes time runs on others and comes back through Shell.post.
package shell
