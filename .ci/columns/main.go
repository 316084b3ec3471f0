// Columns fails where a line of Go is longer than 120 characters for another reason
// than a string or the tag of a struct: what is in quotes does not count.
package main

import (
	"bytes"
	"fmt"
	"go/scanner"
	"go/token"
	"log"
	"os"
	"os/exec"
	"strings"
	"unicode/utf8"
)

const most = 120

func main() {
	log.SetFlags(0)
	files, err := exec.Command("git", "ls-files", "*.go").Output()
	if err != nil {
		log.Fatalf("git ls-files: %v", err)
	}
	failed := false
	for name := range strings.FieldsSeq(string(files)) {
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue // removed, and not yet committed
		}
		if err != nil {
			log.Fatal(err)
		}
		for i, line := range bytes.Split(unquoted(text), []byte("\n")) {
			if utf8.RuneCount(line) > most {
				fmt.Printf("%s:%d: longer than %d characters\n", name, i+1, most)
				failed = true
			}
		}
	}
	if failed {
		os.Exit(1)
	}
}

// unquoted returns the text of a file without what its strings hold; it has as many lines.
func unquoted(text []byte) (out []byte) {
	var s scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(text))
	s.Init(file, text, nil, scanner.ScanComments)
	from := 0
	for {
		pos, what, literal := s.Scan()
		if what == token.EOF {
			return append(out, text[from:]...)
		}
		if at := file.Offset(pos); what == token.STRING || what == token.CHAR {
			out = append(out, text[from:at]...)
			from = at + len(literal)
			out = append(out, strings.Repeat("\n", strings.Count(literal, "\n"))...)
		}
	}
}
