// Package report writes what is found in a capture as files: a page, tables,
// plots, the capture with comments. They are those that the command fragscope
// analyze writes; the capture is read once more for it, because what the window
// keeps of a million exchanges is less than what the tables hold.
package report
