//go:build !race

package live

const crowdSize, scanLimitFactor = 2000, 1
