package decode

import (
	"fmt"

	"github.com/spf13/cobra"

	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/wireshark"
)

func wiresharkCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "wireshark",
		Short: "Install the dissector for Wireshark and tshark",
		Long: `Install a dissector for Wireshark and tshark 3.6 to 4.4: one Lua file, among the
user's own plugins, that is the decoder of this program.

It recognises packets by their content. Fields have the keys of decode as their
names in filters, problems are expert information, replies are linked with their
requests, and the Info column has names of servers without colour codes.

A dissector that Wireshark has for a port comes before all that look at content.
Where one takes a game's port, set the preference udp.try_heuristic_first, or use
the profile, which sets it.`,
		Example: `  fragscope wireshark install
  tshark -r game.pcapng -Y 'unreal2.info.hostname contains "Deck"'
  fragscope wireshark profile && wireshark -C fragscope game.pcapng`,
		Args: cobra.NoArgs,
	}
	path := func(folder string) (string, error) { return wireshark.Path(folder), nil }
	c.AddCommand(wiresharkFile("install", "Write the Lua file", "Restart Wireshark, or press Ctrl-Shift-L in it.\n"+
		"Where its own dissector takes a port (Quake's 26000 and 27960), set the preference udp.try_heuristic_first,\n"+
		"or use the profile that does: fragscope wireshark profile && wireshark -C fragscope\n",
		wireshark.PluginFolder, wireshark.Install),
		wiresharkFile("path", "Print where the Lua file belongs", "", wireshark.PluginFolder, path),
		wiresharkFile("profile", "Write a profile with columns and colouring rules", "", wireshark.ProfileFolder,
			wireshark.InstallProfile),
		wiresharkRemove())
	return c
}

func wiresharkFile(name, short, then string, find func() (string, error),
	file func(folder string) (string, error)) *cobra.Command {
	folder := ""
	c := &cobra.Command{Use: name, Short: short, Args: cobra.NoArgs, RunE: func(c *cobra.Command, _ []string) error {
		in, err := folderOr(folder, find)
		if err != nil {
			return err
		}
		path, err := file(in)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s\n", cli.Escape(path))
		fmt.Fprint(c.ErrOrStderr(), then)
		return err
	}}
	c.Example = "  fragscope wireshark " + name + "\n  fragscope wireshark " + name + " --folder ."
	c.Flags().StringVar(&folder, "folder", "", "`FOLDER` instead of Wireshark's own for the user")
	_ = c.MarkFlagDirname("folder")
	return c
}

func folderOr(named string, find func() (string, error)) (string, error) {
	if named != "" {
		return named, nil
	}
	return find()
}

func wiresharkRemove() *cobra.Command {
	plugins, profiles := "", ""
	c := &cobra.Command{
		Use: "remove", Short: "Remove the Lua file and the profile", Args: cobra.NoArgs,
		Long: "Remove the Lua file and the profile, as far as this program wrote them. Nothing else is touched.",
		Example: `  fragscope wireshark remove
  fragscope wireshark remove --folder . --profiles .`,
		RunE: func(c *cobra.Command, _ []string) error {
			any := false
			for _, one := range []struct {
				named  string
				find   func() (string, error)
				remove func(string) (bool, error)
				path   func(string) string
			}{{plugins, wireshark.PluginFolder, wireshark.Remove, wireshark.Path},
				{profiles, wireshark.ProfileFolder, wireshark.RemoveProfile, wireshark.ProfilePath}} {
				folder, err := folderOr(one.named, one.find)
				if err != nil {
					return err
				}
				removed, err := one.remove(folder)
				if err != nil {
					return err
				}
				if removed {
					fmt.Fprintf(c.OutOrStdout(), "removed %s\n", cli.Escape(one.path(folder)))
				}
				any = any || removed
			}
			if !any {
				fmt.Fprintln(c.OutOrStdout(), "nothing to remove")
			}
			return nil
		},
	}
	c.Flags().StringVar(&plugins, "folder", "", "`FOLDER` instead of Wireshark's own for the user")
	c.Flags().StringVar(&profiles, "profiles", "", "`FOLDER` of profiles instead of Wireshark's own")
	_ = c.MarkFlagDirname("folder")
	_ = c.MarkFlagDirname("profiles")
	return c
}
