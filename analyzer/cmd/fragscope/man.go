package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"fragscope/analyzer/internal/cli"
)

func manCommand() *cobra.Command {
	o := &cli.Outputs{}
	c := &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write the manual pages into a folder",
		Long: `Write a manual page for each command into a folder: fragscope.1,
fragscope-decode.1 and so on. The folder is made if it is not there. Their date is
that of SOURCE_DATE_EPOCH, seconds since 1970-01-01 UTC, or else this month.

Existing files are not replaced unless --force is given.`,
		Example: `  fragscope man ~/.local/share/man/man1
  fragscope man . && man ./fragscope-decode.1`,
		Args: cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(c *cobra.Command, args []string) error {
			defer o.Discard()
			if info, err := os.Stat(args[0]); err == nil && !info.IsDir() {
				return fmt.Errorf("%s: found a file, expected a folder", args[0])
			}
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return cli.PlainError(args[0], err)
			}
			pages, err := manPages()
			if err != nil {
				return err
			}
			for _, p := range pages {
				f, err := o.Create(filepath.Join(args[0], p.name))
				if err != nil {
					return err
				}
				if _, err := f.Write(p.text); err != nil {
					return err
				}
			}
			return o.Commit()
		},
	}
	o.ForceFlag(c)
	return c
}

type manPage struct {
	name string
	text []byte
}

func manPages() ([]manPage, error) {
	var pages []manPage
	var failed error
	root := rootCommand()
	for _, topic := range []*cobra.Command{cli.EnvironmentTopic(), cli.ExitTopic()} {
		root.Long += "\n\n# " + strings.ToUpper(strings.ReplaceAll(topic.Name(), "-", " ")) + "\n\n" + topic.Long
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				walk(sub)
			}
		}
		text, err := manPageOf(c)
		pages, failed = append(pages, manPage{strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1", text}),
			errors.Join(failed, err)
	}
	walk(root)
	return pages, failed
}

func manPageOf(c *cobra.Command) ([]byte, error) {
	c.DisableAutoGenTag = true
	c.Short, c.Long = markdownText(c.Short), markdownText(c.Long)
	c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = markdownEscapes.Replace(f.Usage) })
	var b bytes.Buffer
	err := doc.GenMan(c, &doc.GenManHeader{Section: "1", Source: "fragscope", Manual: "fragscope manual"}, &b)
	return bytes.Replace(b.Bytes(), []byte(".SH EXAMPLE\n"), []byte(".SH EXAMPLES\n"), 1), err
}

// markdownEscapes makes a text mean itself in Markdown.
var markdownEscapes = func() *strings.Replacer {
	var pairs []string
	for _, c := range "\\`*_{}[]()#+-.!:|&<>~^" {
		pairs = append(pairs, string(c), `\`+string(c))
	}
	return strings.NewReplacer(pairs...)
}()

// markdownText returns a help text as Markdown, in which indented lines are code and # begins a heading.
func markdownText(text string) string {
	var b strings.Builder
	indented := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch code := strings.HasPrefix(line, "  "); {
		case code && !indented:
			b.WriteString("\n```\n" + line + "\n")
			indented = true
		case code:
			b.WriteString(line + "\n")
		default:
			if indented {
				b.WriteString("```\n\n")
				indented = false
			}
			if heading, ok := strings.CutPrefix(line, "# "); ok {
				b.WriteString("# " + heading + "\n")
			} else {
				b.WriteString(markdownEscapes.Replace(line) + "\n")
			}
		}
	}
	if indented {
		b.WriteString("```\n")
	}
	return strings.TrimRight(b.String(), "\n")
}
