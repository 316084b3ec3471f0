// Command hostile writes the datagrams of package hostile into files, for the
// tests of the page: NAME.bin, and NAME.json of what to decode it as.
//
//	go run ./wasm/inspector/web/test/hostile SIZE FOLDER
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"fragscope/decoder/hostile"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	size, err := strconv.Atoi(os.Args[1])
	if err != nil {
		return err
	}
	dir := os.Args[2]
	type file struct {
		Name     string `json:"name"`
		File     string `json:"file"`
		Protocol string `json:"protocol"`
		From     string `json:"from"`
	}
	var list []file
	for _, c := range hostile.All(size) {
		f := file{Name: c.Name, File: filepath.Join(dir, strings.ReplaceAll(c.Name, "/", "-")+".bin"), Protocol: c.Protocol}
		if c.Request {
			f.From = "request"
		} else if c.Protocol != "" {
			f.From = "reply"
		}
		if err := os.WriteFile(f.File, c.Data, 0o600); err != nil {
			return err
		}
		list = append(list, f)
	}
	return json.NewEncoder(os.Stdout).Encode(list)
}
