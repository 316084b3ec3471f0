package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fragscope/analyzer/filter"
	"fragscope/decoder"
	"fragscope/decoder/ksy"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

// A flag means the same in every command that has it: flags of several commands are
// defined here, with one description. What a single command adds to a description
// stands behind a colon or a semicolon. TestFlagsMeanOneThing compares them.

// A choice is the value of a flag that has one of several.
type choice struct {
	to     *string
	values []string
}

func (c *choice) String() string { return *c.to }

func (*choice) Type() string { return "string" }

func (c *choice) Set(value string) error {
	if !slices.Contains(c.values, value) {
		return errors.New("is not " + OneOf(c.values))
	}
	*c.to = value
	return nil
}

func ChoiceFlag(c *cobra.Command, to *string, name, short, usual, usage string, values []string) {
	*to = usual
	c.Flags().VarP(&choice{to, values}, name, short, usage)
	Complete(c, name, values)
}

// WrongFlag names the flag whose choice err refuses, instead of all that pflag says.
func WrongFlag(err error) error {
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if c, ok := e.GetFlag().Value.(*choice); ok {
			return fmt.Errorf("--%s %q %w", e.GetFlag().Name, e.GetValue(), c.Set(e.GetValue()))
		}
	}
	return err
}

func FormatFlag(c *cobra.Command, to *string, usual string, formats []string, more string, others ...string) {
	ChoiceFlag(c, to, "format", "f", usual, "output format: "+OneOf(formats)+more, append(formats, others...))
}

func ColorFlag(c *cobra.Command, to *string) {
	ChoiceFlag(c, to, "color", "", "auto", "colours: auto, always or never", whens)
}

func ProgressFlag(c *cobra.Command, to *string) {
	ChoiceFlag(c, to, "progress", "", "auto", "show progress on standard error: auto, always or never", whens)
}

var whens = []string{"auto", "always", "never"}

func FullFlag(c *cobra.Command, to *bool) {
	c.Flags().BoolVar(to, "full", false, "show every byte, every character, and what is known about each field")
}

func FilterFlag(c *cobra.Command, to *string, about filter.Subjects, more string) {
	c.Flags().StringVar(to, "filter", "", "only what meets this expression: "+about.String()+more)
	Must(c.RegisterFlagCompletionFunc("filter", func(c *cobra.Command, _ []string, begun string) (list []cobra.Completion,
		_ cobra.ShellCompDirective) {
		replace, found := filter.Suggest(begun, about, nil, givenLayouts(c))
		for _, s := range found {
			list = append(list, cobra.CompletionWithDesc(begun[:len(begun)-replace]+s.Insert, s.Doc))
		}
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}))
}

func FilterHelp(about filter.Subjects) string {
	text := "A filter compares names with values (==, !=, <, in, contains, matches), joined with\nand, or, not. The " +
		"keys of fields are names too, as in a2s.info.map contains de_."
	for _, n := range filter.Names(about) {
		text += fmt.Sprintf("\n  %-15s  %s", n.Name, n.Help())
	}
	return text
}

func ProtocolFlag(c *cobra.Command, to *string, usual, what string, names []string) {
	ChoiceFlag(c, to, "protocol", "p", usual, "the protocol: "+what+OneOf(names), names)
}

func CountFlag(c *cobra.Command, to *int64, more string) {
	c.Flags().Int64VarP(to, "count", "c", 0, "end after so many packets"+more)
}

func ForFlag(c *cobra.Command, to *time.Duration, more string) {
	c.Flags().DurationVar(to, "for", 0, "end after so long, such as 90s"+more)
}

func CheckEnd(c *cobra.Command, n int64, d time.Duration) error {
	if n < 0 || c.Flags().Changed("count") && n == 0 {
		return fmt.Errorf("--count %d: expected a number above 0", n)
	}
	if d < 0 || c.Flags().Changed("for") && d == 0 {
		return fmt.Errorf("--for %v: expected a time above 0", d)
	}
	return nil
}

func TopFlag(c *cobra.Command, to *int, usual int, more string) {
	c.Flags().IntVar(to, "top", usual, "rows that are shown of a list, 0 for all"+more)
}

func CheckTop(n int) error {
	if n < 0 {
		return fmt.Errorf("--top %d: expected 0 for all, or a number of rows", n)
	}
	return nil
}

func SampleFlag(c *cobra.Command, to *[]string) {
	c.Flags().StringArrayVarP(to, "sample", "s", nil, "take the packets of this embedded sample; may be given again")
	Complete(c, "sample", sampleNames())
}

func ListFlag(c *cobra.Command, to *bool, what string) {
	c.Flags().BoolVar(to, "list", false, "print a list and end: "+what)
}

func ListenFlags(c *cobra.Command, listen *string, usual, more string, public *bool) {
	c.Flags().StringVar(listen, "listen", usual, "address and port to listen on; port 0 takes a free one"+more)
	c.Flags().BoolVar(public, "public", false, "listen on and answer other addresses than loopback")
}

func CheckPort(flag string, p uint) error {
	if p < 1 || p > 65535 {
		return errors.New("--" + flag + " " + fmt.Sprint(p) + ": expected 1 to 65535")
	}
	return nil
}

func sampleNames() (names []cobra.Completion) {
	for _, s := range samples.List() {
		names = append(names, cobra.CompletionWithDesc(s.Name, s.Description))
	}
	return names
}

func Complete(c *cobra.Command, flag string, values []cobra.Completion) {
	if err := c.RegisterFlagCompletionFunc(flag,
		cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag is defined above
	}
}

func FormatNames() []string {
	return []string{"table", "tree", "markdown", "json", "ndjson", "csv"}
}

func ProtocolNames() []string {
	var names []string
	for _, p := range decoder.Protocols() {
		names = append(names, p.String())
	}
	return names
}

// Must is for what only a wrong program gets wrong.
func Must(err error) {
	if err != nil {
		panic(err)
	}
}

func LayoutFlag(c *cobra.Command, to *[]string) {
	c.Flags().StringArrayVar(to, "layout", nil,
		"read what no protocol recognises as this Kaitai Struct description says; may be given again, also for what it "+
			"imports")
	Must(c.MarkFlagFilename("layout", "ksy"))
}

// givenLayouts returns the layouts of the command line so far, nil for none, for completion.
func givenLayouts(c *cobra.Command) *wire.Layouts {
	files, err := c.Flags().GetStringArray("layout")
	if err != nil {
		return nil // the command takes none
	}
	layouts, _ := ReadLayouts(files) // running it reports what is wrong
	return layouts
}

func ReadLayouts(files []string) (*wire.Layouts, error) {
	if len(files) == 0 {
		return nil, nil
	}
	set, err := ReadLayoutSet(files, nil)
	if err != nil {
		return nil, err
	}
	return set.Layouts(), nil
}

// ReadLayoutSet reads layouts; a file that is named again is read once, as a shell's completion names each twice.
func ReadLayoutSet(files []string, stdin io.Reader) (ksy.Set, error) {
	var names []string
	var texts [][]byte
	for i, name := range files {
		if slices.Contains(files[:i], name) {
			continue
		}
		var text []byte
		var err error
		if name == "-" && stdin != nil {
			text, err = io.ReadAll(io.LimitReader(stdin, ksy.MaxText+1))
		} else {
			text, err = os.ReadFile(name)
		}
		if err != nil {
			return nil, PlainError(name, err)
		}
		names, texts = append(names, name), append(texts, text)
	}
	set, wrong, err := ksy.ParseAll(decoder.ProtocolByName, texts...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", names[wrong], err)
	}
	return set, nil
}
