// Package serverlist reads the tab-separated list of servers that UT2003 loads
// from a web page.
//
// SPEC.md describes it, byte for byte.
package serverlist
