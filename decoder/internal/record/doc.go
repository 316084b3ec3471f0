// Package record reads and writes what the engine's own protocols share: the
// server record of Unreal2 replies, which UGP and the binary masters send as well.
package record
