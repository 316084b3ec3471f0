//go:build !race

package live

const crowdSize, slow = 2000, 1
