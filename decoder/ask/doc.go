// Package ask says what can be asked of a server and in which steps: what package
// query follows, and what the protocols write down in their file query.go.
package ask
