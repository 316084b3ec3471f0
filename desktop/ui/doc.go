// Package ui draws the desktop: one widget a file, each a view of something in
// package state, and holding no more than it takes to draw it.
//
// Bytes, fields and packets may number millions, so [HexView] and the lists draw
// only the rows that are in sight: the bytes as one picture made from cached
// glyphs, each row as one picture of its texts. Both scroll by themselves (see
// state.Viewport); a million rows are more pixels than Fyne's containers can
// count. All lists are one: a rowPool, which the widget that embeds it gives the
// line of a row; a [Grid] makes that of columns. A [Chart] draws every curve.
//
// All of it runs on Fyne's goroutine. What takes long is done elsewhere, by
// state, and comes back through fyne.Do.
package ui
