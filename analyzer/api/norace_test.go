//go:build !race

package api_test

const slower = 1
