//go:build !wasm || quick

package wire

// Quick says that ordinary input is read many bytes at a time. In a browser,
// where input is pasted and every function has to be loaded, only the program
// that reads captures does.
const Quick = true
