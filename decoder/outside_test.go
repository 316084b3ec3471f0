//go:build !js

package decoder_test

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestOutside counts the lines that name a protocol outside its folder, in the
// decoder, the analyzer and the gallery of the page: a new one needs fewer than 30.
// What compares it with a client of others (analyzer/peer), and tests of what it
// alone does, are not of that number.
func TestOutside(t *testing.T) {
	const most = 29
	count := map[string]int{}
	families := map[string]*regexp.Regexp{}
	for _, name := range []string{"mumble", "doom3", "tribes", "torque", "ase", "minecraft"} {
		families[name] = regexp.MustCompile(`(?i)\b` + name + `\b`)
	}
	for _, root := range []string{".", "../analyzer/emulator", "../analyzer/live", "../wasm/inspector/web/src"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || path == "protocol"):
				return filepath.SkipDir
			case d.IsDir(), !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".ts"), path == "outside_test.go":
				return nil
			}
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer f.Close()
			lines := bufio.NewScanner(f)
			for lines.Scan() {
				for name, re := range families {
					if re.MatchString(lines.Text()) {
						count[name]++
					}
				}
			}
			return lines.Err()
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range families {
		t.Logf("%s: %d lines", name, count[name])
		if count[name] == 0 || count[name] > most {
			t.Errorf("%s takes %d lines outside its folder, over %d", name, count[name], most)
		}
	}
}
