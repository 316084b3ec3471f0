//go:build race

package api_test

// slower is how many times as long work takes with the race detector.
const slower = 10
