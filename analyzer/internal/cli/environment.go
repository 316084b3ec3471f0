package cli

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// onlyTyped are set by no variable, since a forgotten one could cost a file or open a port.
var onlyTyped = []string{"force", "public"}

// notSet are flags that ask for something else than the command does.
var notSet = []string{"help", "version"}

func EnvironmentTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "environment",
		Short: "Defaults of flags from FRAGSCOPE_… variables",
		Long: `A variable gives a flag its value where the command line does not: FRAGSCOPE_
and the name of the flag, in capitals, with _ for -. It counts in every command
that has the flag; with the name of a command in front, in that one alone, and
first.

  FRAGSCOPE_COLOR=never            --color never, in all commands
  FRAGSCOPE_TIME_FORMAT=epoch      --time-format epoch, in all commands
  FRAGSCOPE_ANALYZE_FORMAT=json    --format json of analyze

A flag that may be given again takes one value. An empty variable is none. What a
flag does not take is an error that names the variable. --` + strings.Join(onlyTyped, " and --") + ` have
no variables, so that a forgotten one neither costs a file nor opens a port.

Besides, NO_COLOR (any value) and TERM=dumb turn colours off where --color is
auto.`,
	}
}

// variables returns the names of the variables for a flag of c, the first that counts first.
func variables(c *cobra.Command, f *pflag.Flag) []string {
	name := func(s string) string { return strings.ToUpper(strings.ReplaceAll(s, "-", "_")) }
	return []string{"FRAGSCOPE_" + name(c.Name()) + "_" + name(f.Name), "FRAGSCOPE_" + name(f.Name)}
}

// Annotations of flags.
const (
	fromVariable = "fragscope-variable" // which has set it
	OfProtocol   = "fragscope-protocol" // which alone has the flag; no variable sets it
)

func takeEnvironment(c *cobra.Command) error {
	var problem error
	given := map[pflag.Value]bool{} // a flag may have a second name
	c.Flags().Visit(func(f *pflag.Flag) { given[f.Value] = true })
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if _, own := f.Annotations[OfProtocol]; own || problem != nil || given[f.Value] ||
			slices.Contains(notSet, f.Name) {
			return
		}
		for _, name := range variables(c, f) {
			value := os.Getenv(name)
			if value == "" {
				continue
			}
			if slices.Contains(onlyTyped, f.Name) {
				problem = fmt.Errorf("%s: --%s counts on the command line alone; unset the variable", name, f.Name)
				return
			}
			if err := c.Flags().Set(f.Name, value); err != nil {
				problem = fmt.Errorf("%s=%s: %w", name, value, WrongFlag(err))
				return
			}
			f.Annotations = map[string][]string{fromVariable: {name}}
			return
		}
	})
	return problem
}

// WithEnvironment makes c and its commands take the environment before they check their arguments.
func WithEnvironment(c *cobra.Command) {
	for _, sub := range c.Commands() {
		WithEnvironment(sub)
	}
	if !c.Runnable() || c.Name() == "extcap" { // Wireshark's flags are its own
		return
	}
	check := c.Args
	c.Args = func(c *cobra.Command, args []string) error {
		if err := takeEnvironment(c); err != nil {
			return err
		}
		var err error
		if check != nil {
			err = check(c, args)
		}
		return blamed(c, err)
	}
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error { return blamed(c, run(c, args)) }
}

var flagName = regexp.MustCompile(`--([a-z][a-z-]*)`)

// blamed adds to an error which variable has set a flag that it names.
func blamed(c *cobra.Command, err error) error {
	if err == nil {
		return nil
	}
	for _, found := range flagName.FindAllStringSubmatch(err.Error(), -1) {
		if f := c.Flags().Lookup(found[1]); f != nil && len(f.Annotations[fromVariable]) > 0 {
			return fmt.Errorf("%w; --%s is from the variable %s", err, f.Name, f.Annotations[fromVariable][0])
		}
	}
	return err
}
