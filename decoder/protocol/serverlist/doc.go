// Package serverlist reads the list of servers, parted by tabs, that UT2003 loads
// from a web page.
//
// SPEC.md describes it, byte for byte.
package serverlist
