// Package answer describes what a server replies with: the layouts of games,
// and what the files serve.go of the protocols write their replies with.
// Package serve is the engine.
package answer
