// Package protocol numbers the protocols, so that packages can refer to one
// without knowing it. Everything about a protocol is in the folder of its name
// in decoder/protocol and nowhere else.
package protocol
