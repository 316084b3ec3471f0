// Package cli is what the commands of fragscope share: flags and their defaults from
// the environment, inputs, outputs, exit statuses.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// Exit statuses, which fragscope help exit-status describes.
const (
	ExitProblem     = 1   // done in part; with --strict: a problem is a warning or worse
	ExitFailure     = 2   // nothing can be read, or the command is wrong
	ExitInterrupted = 130 // what shells expect of a command that SIGINT has ended
)

// An ExitStatus ends the command; what there is to say was printed.
type ExitStatus int

func (s ExitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

var ErrProblem = errors.New("a problem is a warning or worse")

func ExitTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "exit-status",
		Short: "What the exit status of a command says",
		Long: `The exit status means the same in every command:

  0    done. What is wrong with a packet is shown and is no failure.
  1    done in part: some captures, lists or servers could not be read or did not
       answer; or, with decode --strict, a problem is a warning or worse
  2    failed: nothing could be read, no server answered, a result could not be
       written, or the command line is wrong. A line on standard error says where
       and what was expected.
  130  interrupted with Ctrl-C (SIGINT), or by SIGTERM or SIGHUP. What was found
       until then is written. A second Ctrl-C ends at once.`,
	}
}

func Complain(errout io.Writer, errs ...error) {
	for _, err := range errs {
		var lines []string
		for line := range strings.Lines(err.Error()) {
			if line = strings.TrimSpace(line); line != "" {
				lines = append(lines, Escape(line))
			}
		}
		fmt.Fprintf(errout, "fragscope: %s\n", strings.Join(lines, "\n  "))
	}
}

// Both returns what two steps of a run failed with, once where they failed alike.
func Both(a, b error) error {
	if a != nil && b != nil && a.Error() == b.Error() {
		return a
	}
	return errors.Join(a, b)
}

// PlainError says what went wrong with a file, without the system call.
func PlainError(name string, err error) error {
	if pathErr, ok := errors.AsType[*os.PathError](err); ok {
		err = pathErr.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}
