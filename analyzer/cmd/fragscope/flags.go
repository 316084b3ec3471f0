package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fragscope/analyzer/filter"
)

// A flag means the same in every command that has it. What the commands share is
// added here, in one wording; what one of them has besides follows a colon or a
// semicolon. TestFlagsMeanOneThing compares.

// A choice is the value of a flag that has one of several.
type choice struct {
	to     *string
	values []string
}

func (c *choice) String() string { return *c.to }

func (*choice) Type() string { return "string" }

func (c *choice) Set(value string) error {
	if !slices.Contains(c.values, value) {
		return errors.New("is not " + oneOf(c.values))
	}
	*c.to = value
	return nil
}

func choiceFlag(c *cobra.Command, to *string, name, short, usual, usage string, values []string) {
	*to = usual
	c.Flags().VarP(&choice{to, values}, name, short, usage)
	complete(c, name, values)
}

// wrongFlag names the flag whose choice err refuses, instead of all that pflag says.
func wrongFlag(err error) error {
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if c, ok := e.GetFlag().Value.(*choice); ok {
			return fmt.Errorf("--%s %q %w", e.GetFlag().Name, e.GetValue(), c.Set(e.GetValue()))
		}
	}
	return err
}

func formatFlag(c *cobra.Command, to *string, usual string, formats []string, more string, others ...string) {
	choiceFlag(c, to, "format", "f", usual, "output format: "+oneOf(formats)+more, append(formats, others...))
}

func colorFlag(c *cobra.Command, to *string) {
	choiceFlag(c, to, "color", "", "auto", "colours: auto, always or never", whens)
}

func progressFlag(c *cobra.Command, to *string) {
	choiceFlag(c, to, "progress", "", "auto", "show progress on standard error: auto, always or never", whens)
}

var whens = []string{"auto", "always", "never"}

func fullFlag(c *cobra.Command, to *bool) {
	c.Flags().BoolVar(to, "full", false, "show every byte, every character, and what is known about each field")
}

func filterFlag(c *cobra.Command, to *string, about filter.Subjects, more string) {
	c.Flags().StringVar(to, "filter", "", "only what meets this expression: "+about.String()+more)
	must(c.RegisterFlagCompletionFunc("filter", func(_ *cobra.Command, _ []string, begun string) (list []cobra.Completion,
		_ cobra.ShellCompDirective) {
		replace, found := filter.Suggest(begun, about, nil)
		for _, s := range found {
			list = append(list, cobra.CompletionWithDesc(begun[:len(begun)-replace]+s.Insert, s.Doc))
		}
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}))
}

func filterHelp(about filter.Subjects) string {
	text := "A filter compares names with values (==, !=, <, in, contains, matches), joined with\nand, or, not. The " +
		"keys of fields are names too, as in a2s.info.map contains de_."
	for _, n := range filter.Names(about) {
		text += fmt.Sprintf("\n  %-15s  %s", n.Name, n.Help())
	}
	return text
}

func protocolFlag(c *cobra.Command, to *string, usual, what string, names []string) {
	choiceFlag(c, to, "protocol", "p", usual, "the protocol: "+what+oneOf(names), names)
}

func countFlag(c *cobra.Command, to *int64, more string) {
	c.Flags().Int64VarP(to, "count", "c", 0, "end after so many packets"+more)
}

func forFlag(c *cobra.Command, to *time.Duration, more string) {
	c.Flags().DurationVar(to, "for", 0, "end after so long, such as 90s"+more)
}

func checkEnd(c *cobra.Command, n int64, d time.Duration) error {
	if n < 0 || c.Flags().Changed("count") && n == 0 {
		return fmt.Errorf("--count %d: expected a number above 0", n)
	}
	if d < 0 || c.Flags().Changed("for") && d == 0 {
		return fmt.Errorf("--for %v: expected a time above 0", d)
	}
	return nil
}

func topFlag(c *cobra.Command, to *int, usual int, more string) {
	c.Flags().IntVar(to, "top", usual, "rows that are shown of a list, 0 for all"+more)
}

func checkTop(n int) error {
	if n < 0 {
		return fmt.Errorf("--top %d: expected 0 for all, or a number of rows", n)
	}
	return nil
}

func sampleFlag(c *cobra.Command, to *[]string) {
	c.Flags().StringArrayVarP(to, "sample", "s", nil, "take the packets of this embedded sample; may be given again")
	complete(c, "sample", sampleNames())
}

func listFlag(c *cobra.Command, to *bool, what string) {
	c.Flags().BoolVar(to, "list", false, "print a list and end: "+what)
}

func listenFlags(c *cobra.Command, listen *string, usual, more string, public *bool) {
	c.Flags().StringVar(listen, "listen", usual, "address and port to listen on; port 0 takes a free one"+more)
	c.Flags().BoolVar(public, "public", false, "listen on and answer other addresses than loopback")
}

func checkPort(flag string, p uint) error {
	if p < 1 || p > 65535 {
		return errors.New("--" + flag + " " + fmt.Sprint(p) + ": expected 1 to 65535")
	}
	return nil
}
