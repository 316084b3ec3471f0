// Package ksy reads layouts that are described in a subset of Kaitai Struct's
// language, and reads datagrams as they say: [Parse] makes a [Layout] of a
// description, and [Set.Layouts] of several is what wire.Options takes.
// [Exports] write a layout in other languages. README.md beside this file has the
// subset and its limits.
package ksy
