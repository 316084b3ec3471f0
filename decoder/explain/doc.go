// Package explain says what a key, the code of a problem or a protocol means. It
// finds everything in the definitions; there is no list to keep.
package explain
