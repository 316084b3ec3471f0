//go:build wasm && !quick

package wire

// Quick: see quick.go.
const Quick = false
