// Package zandronum is the launcher protocol of Zandronum and Skulltag: info with
// the parts that were requested, and the lists of their masters, most of it in a
// Huffman code.
//
// SPEC.md describes it, byte for byte.
package zandronum
