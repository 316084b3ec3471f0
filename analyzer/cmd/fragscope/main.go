// Fragscope shows what every byte of a game-server query packet means.
//
//	fragscope decode packet.txt
//	fragscope explain length-past-end
//
// fragscope help tells the rest.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Exit statuses, which fragscope help exit-status describes; exitInterrupted is another.
const (
	exitProblem = 1 // done in part; with --strict: a problem is a warning or worse
	exitFailure = 2 // nothing can be read, or the command is wrong
)

var errProblem = errors.New("a problem is a warning or worse")

func main() { os.Exit(run()) }

func run() int {
	root := rootCommand()
	if slices.ContainsFunc(os.Args[1:], func(arg string) bool { return strings.HasPrefix(arg, extcapFlags) }) &&
		os.Args[1] != "extcap" {
		root.SetArgs(append([]string{"extcap"}, os.Args[1:]...)) // Wireshark names no command
	}
	err := root.Execute()
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errProblem):
		return exitProblem
	}
	if status, ok := errors.AsType[exitStatus](err); ok {
		return int(status)
	}
	complain(os.Stderr, err)
	return exitFailure
}

func complain(errout io.Writer, errs ...error) {
	for _, err := range errs {
		var lines []string
		for line := range strings.Lines(err.Error()) {
			if line = strings.TrimSpace(line); line != "" {
				lines = append(lines, escape(line))
			}
		}
		fmt.Fprintf(errout, "fragscope: %s\n", strings.Join(lines, "\n  "))
	}
}

// rootCommand returns the command, whose flags variables set as well.
func rootCommand() *cobra.Command {
	root := commands()
	withEnvironment(root)
	return root
}

// commands returns the command as the command line alone sets it.
func commands() *cobra.Command {
	root := &cobra.Command{
		Use:   "fragscope",
		Short: "See what every byte of a game-server query packet means",
		Long: `See what every byte of a game-server query packet means.

Requests and replies of Unreal's servers, Valve's (A2S), Quake and its
descendants, GameSpy 1 to 3, SA-MP, All-Seeing Eye, RakNet, Minecraft, Mumble and
GTA Connected (UGP) are decoded field by field, and those of their master servers
and server browsers. "fragscope explain" lists the protocols.`,
		Example: `  fragscope decode                     then paste a hex dump and press Ctrl-D
  fragscope decode --sample ut2004-info-reply
  fragscope explain unreal2.info.flags`,
		Version:       build(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetVersionTemplate("fragscope {{.Version}}\n")
	root.AddCommand(analyzeCommand(), captureCommand(), decodeCommand(), discoverCommand(), emulateCommand(),
		explainCommand(), extcapCommand(), layoutCommand(), listenCommand(), manCommand(), mcpCommand(), queryCommand(),
		requestCommand(), serveCommand(), serversCommand(), structureCommand(), versionCommand(), wiresharkCommand(),
		environmentTopic(), exitTopic())
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if wrong := wrongFlag(err); wrong != err {
			return wrong
		}
		return fmt.Errorf("%w; see %s --help", err, c.CommandPath())
	})
	return root
}
