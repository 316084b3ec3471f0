// Package raknet is the unconnected ping of RakNet, by which games on it are
// found and say what they are: Minecraft Bedrock Edition among others.
//
// SPEC.md describes it, byte for byte.
package raknet
