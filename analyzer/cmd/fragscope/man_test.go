package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every command has a manual page with all sections, which says what its help
// says, and which man has nothing to complain about.
func TestManPages(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "man1")
	command(t, nil, "man", folder)
	everyCommand(func(c *cobra.Command) {
		if c.IsAdditionalHelpTopicCommand() {
			return
		}
		path := filepath.Join(folder, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
		page, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			return
		}
		for _, section := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES"} {
			if !bytes.Contains(page, []byte("\n.SH "+section+"\n")) {
				t.Errorf("%s has no section %s", filepath.Base(path), section)
			}
		}
		if _, err := exec.LookPath("man"); err != nil {
			return // the sections are all that can be checked here
		}
		run := exec.Command("man", "--warnings", "-E", "UTF-8", "-l", path)
		run.Env = append(os.Environ(), "MANWIDTH=200", "LC_ALL=C.UTF-8")
		var out, errout bytes.Buffer
		run.Stdout, run.Stderr = &out, &errout
		if err := run.Run(); err != nil || errout.Len() > 0 {
			t.Errorf("man %s: %v\n%s", filepath.Base(path), err, errout.String())
		}
		solid := strings.NewReplacer(" ", "", "\n", "", "-", "", "‐", "").Replace // lines and words are divided anew
		shown := solid(out.String())
		for text := range strings.SplitSeq(c.Long+"\n\n"+c.Example, "\n\n") {
			if !strings.Contains(shown, solid(text)) {
				t.Errorf("the page of %s does not show %q", c.CommandPath(), text)
			}
		}
	})
	first, err := os.ReadFile(filepath.Join(folder, "fragscope.1"))
	if err != nil || !bytes.Contains(first, []byte("\n.SH ENVIRONMENT\n")) ||
		!bytes.Contains(first, []byte("\n.SH EXIT STATUS\n")) {
		t.Errorf("fragscope.1 has no help topics: %v", err)
	}
}
