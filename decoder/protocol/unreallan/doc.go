// Package unreallan is how servers are found on a LAN: REPORT and REPORTQUERY
// of Unreal's engine, and the binary beacons of Unreal Tournament 3.
//
// SPEC.md describes it, byte for byte.
package unreallan
