// Package view holds what every screen shows of a message, once: its rows, and
// the hue of a field. A screen adds layout, focus and pixels.
package view
