// Package store keeps what the desktop application remembers in files, whole or not
// at all.
//
// [Write] is how any file is written: into a new file beside it, which then
// takes its place, so that a full disk or a crash leaves the old one as it was.
// [Create] does the same and never replaces a file that is there.
// A [File] is a value kept as JSON. One program has a folder of them: see [First].
package store
