// Package keys holds what the keys of rules mean, in whatever protocol they
// come: servers of one game send the same keys in several. It also holds the
// numbered settings of Unreal Tournament 3 and the keys with which games answer
// challenges.
package keys
