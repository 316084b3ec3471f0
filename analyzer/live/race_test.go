//go:build race

package live

// crowdSize is how many servers TestScan asks, and slow how many times as long
// everything takes: the race detector costs much.
const crowdSize, slow = 200, 4
