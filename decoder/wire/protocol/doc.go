// Package protocol numbers the protocols, so that everything can speak of one
// without knowing it. What is known of one stands in the folder of its name in
// decoder/protocol and nowhere else.
package protocol
