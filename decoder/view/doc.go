// Package view has the view models that all screens share. A screen adds layout,
// focus and pixels.
//
//	rows.go       the rows of a message: fields, and bits and parts of them, with their texts
//	tree.go       each row in its group, what is at each byte, what is selected
//	category.go   the category of a row
//	problems.go   beside which field a problem is shown, those of some bytes, the next one
//	spans.go      texts in their colours
//	search.go     what is searched for, and where it is
//	summary.go    a server as a person reads it
//	interpret.go  what a few bytes would be as numbers, a time, text
//	copy.go       what is copied
//	pasted.go     which parts of a pasted text became which datagram
//
// Texts of packets are written by an [Escaper], which escapes them, or hides what a
// screen must not show.
package view
