// Package edit changes one field of a message and lets lengths, counts and
// checksums follow; it rebuilds bytes from values, and compares two messages.
// It works from the roles of the field definitions and knows no protocol.
package edit
