// Package protocol names the protocols. What is known of one stands in the
// folder of its name below this one and nowhere else; this package only numbers
// them, so that everything can speak of a protocol without knowing it.
package protocol
