// Package ask describes what a server can be queried for and in which steps:
// package query follows it, and the protocols define it in their file query.go.
package ask
