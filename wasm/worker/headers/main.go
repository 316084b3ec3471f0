// Headers prints the file _headers, which says what the Worker's assets are
// sent with: the same as under fragscope serve.
package main

import (
	"fmt"

	"fragscope/wasm/inspector/site"
)

func main() {
	fmt.Printf(`/*
  Content-Security-Policy: %s
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Resource-Policy: same-origin
  Referrer-Policy: no-referrer
  X-Content-Type-Options: nosniff

/assets/*
  Cache-Control: public, max-age=31536000, immutable
`, site.Policy)
}
