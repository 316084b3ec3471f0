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
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/internal/cli/analyze"
	"fragscope/analyzer/internal/cli/capture"
	"fragscope/analyzer/internal/cli/decode"
	"fragscope/analyzer/internal/cli/live"
	"fragscope/analyzer/internal/cli/serve"
)

func main() { os.Exit(run()) }

func run() int {
	root := rootCommand()
	if slices.ContainsFunc(os.Args[1:], func(arg string) bool { return strings.HasPrefix(arg, serve.ExtcapFlags) }) &&
		os.Args[1] != "extcap" {
		root.SetArgs(append([]string{"extcap"}, os.Args[1:]...)) // Wireshark names no command
	}
	err := root.Execute()
	switch {
	case err == nil:
		return 0
	case errors.Is(err, cli.ErrProblem):
		return cli.ExitProblem
	}
	if status, ok := errors.AsType[cli.ExitStatus](err); ok {
		return int(status)
	}
	cli.Complain(os.Stderr, err)
	return cli.ExitFailure
}

// rootCommand returns the command, whose flags variables set as well.
func rootCommand() *cobra.Command {
	root := commands()
	cli.WithEnvironment(root)
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
	root.AddCommand(decode.Commands()...)
	root.AddCommand(live.Commands()...)
	root.AddCommand(serve.Commands(commands)...)
	root.AddCommand(analyze.Command(), capture.Command(), manCommand(), versionCommand(), cli.EnvironmentTopic(),
		cli.ExitTopic())
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if wrong := cli.WrongFlag(err); wrong != err {
			return wrong
		}
		return fmt.Errorf("%w; see %s --help", err, c.CommandPath())
	})
	return root
}
