// Package explain says what a key, the code of a problem or a protocol means.
// It reads everything from the definitions; there is no separate list.
package explain
