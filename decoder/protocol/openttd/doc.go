// Package openttd is the query of OpenTTD: game info over TCP, in older versions over
// UDP, and the lists of its former master.
//
// SPEC.md describes it, byte for byte.
package openttd
