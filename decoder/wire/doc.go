// Package wire is what a protocol is written with, and knows none.
//
// A [Reader] goes through a datagram and records a [Field] with every value that
// it reads, so that no byte can be passed without one. A field is described by a
// [FieldDef]: its key, name, kind and documentation, and its role, which says what
// it tells about a server. A [Layout] is definitions in the order in which they
// come. What is odd is a [Problem], and reading goes on where it can. The result
// is a [Message]; a [StatusBuilder] gathers what several say of a server in a
// [Status].
//
// The texts of several protocols have no lengths. [Ends] finds where they end, many
// bytes at a time, for the readers that know what stands between.
//
// protocol/SPEC.md describes what the protocols have in common: numbers, strings, colours.
package wire
