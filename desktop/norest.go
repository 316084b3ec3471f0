//go:build !desktop || ci

package main

import "context"

// rest does nothing where there is no window.
func rest(context.Context) {}
