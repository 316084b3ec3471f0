// Package view holds what every screen shows of a message, once: its rows, the
// hue of each, and beside which a problem stands. A screen adds layout, focus
// and pixels.
package view
