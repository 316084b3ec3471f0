// Package engine puts package analyzer/live and package analyzer/emulator
// behind the interfaces that the desktop's state asks for: it turns their
// sessions into datagrams and answers, and nothing else.
package engine
