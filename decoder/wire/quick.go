//go:build !wasm || quick

package wire

// Quick says that what is entirely ordinary is read many bytes at a time. In a
// browser, where what is decoded is pasted and every function has to be
// loaded, only the program that reads captures does.
const Quick = true
