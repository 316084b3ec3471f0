// Package wire is the toolkit that protocols are written with, and knows none.
//
// A [Reader] walks through a datagram and records a [Field] with every value
// that it reads, so that no byte can be skipped without one. A field is
// described by a [FieldDef]: its key, name, kind and documentation, and its
// role, which says what it means for a server. A [Layout] is definitions in the
// order in which they come. An anomaly is a [Problem], and reading continues
// where it can. The result is a [Message]; a [StatusBuilder] collects what
// several say about a server in a [Status].
//
// protocol/SPEC.md describes what the protocols have in common: numbers, strings, colours.
package wire
