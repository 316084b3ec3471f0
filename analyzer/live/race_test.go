//go:build race

package live

// crowdSize is how many servers TestScan asks: the race detector makes
// everything many times slower.
const crowdSize, scanLimitFactor = 200, 4
