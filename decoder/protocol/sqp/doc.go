// Package sqp is the Server Query Protocol of Unity's Multiplay, which hosts servers of
// games made with Unity and with Unreal Engine.
//
// SPEC.md describes it, byte for byte.
package sqp
