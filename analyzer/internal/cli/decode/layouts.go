package decode

import (
	"errors"
	"fmt"
	"go/format"
	"slices"

	"github.com/spf13/cobra"

	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
	"fragscope/decoder/ksy"
	"fragscope/decoder/wire"
)

func layoutFormats() (names []string) {
	for _, x := range ksy.Exports {
		names = append(names, x.Name)
	}
	return names
}

func exportLayout(l *ksy.Layout, language string) ([]byte, error) {
	x := ksy.Exports[slices.IndexFunc(ksy.Exports, func(x ksy.Export) bool { return x.Name == language })]
	text, err := x.Append(nil, l)
	if err == nil && language == "go" {
		text, err = format.Source(text)
	}
	return text, err
}

func layoutCommand() *cobra.Command {
	var language, protocol string
	c := &cobra.Command{
		Use:   "layout FILE.ksy|- [IMPORTED.ksy…]",
		Short: "Check a layout, and export it for Wireshark, ImHex or Go",
		Long: `Read a layout, a description in Kaitai Struct's language, and say what it has, or
with line and column what is wrong. decode, analyze, capture, query and serve read
packets with it: --layout FILE.ksy. decoder/ksy/README.md has what of Kaitai Struct is read.
Layouts that it imports are given as well: no file is read that is not named.

With --protocol messages of a protocol of fragscope are described: those of the samples that are
plain sequences of fields, with a comment for each that is not.

With --format it is written in another language:
  lua    a dissector for Wireshark and tshark: tshark -X lua_script:FILE
  imhex  a pattern for ImHex
  go     a Go package with a reader, of the standard library alone`,
		Example: `  fragscope layout game.ksy
  fragscope layout --format lua game.ksy > game.lua
  fragscope structure --format ksy unknown.txt | fragscope layout --format go -
  fragscope layout --protocol mumble > mumble.ksy`,
		Args: func(_ *cobra.Command, args []string) error {
			if (len(args) == 0) == (protocol == "") {
				return errors.New("expected a file with a layout, - for standard input, or --protocol alone")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if protocol != "" {
				text, n, of := protocolLayouts(nil, wire.ProtocolID(protocol))
				if n == 0 {
					return fmt.Errorf("--protocol %s: none of its %d messages is a plain sequence of fields\n%s", protocol, of, text)
				}
				_, err := c.OutOrStdout().Write(text)
				return err
			}
			set, err := cli.ReadLayoutSet(args, c.InOrStdin())
			if err != nil {
				return err
			}
			if language != "summary" {
				if len(set) > 1 {
					return fmt.Errorf("--format %s: there are %d layouts of which none imports the other, expected one", language,
						len(set))
				}
				text, err := exportLayout(set[0], language)
				if err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
				_, err = c.OutOrStdout().Write(text)
				return err
			}
			for _, l := range set {
				types, fields := l.Count()
				asked := "asked about what no protocol recognises"
				if l.Decides() {
					asked = "asked before the protocols, because its constants and valid values tell its packets from others"
				}
				_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s, %s, %s; %s\n", cli.Escape(l.ID), cli.Escape(l.Title),
					export.Many(types, "type", "types"), export.Many(fields, "field", "fields"), asked)
			}
			return err
		},
	}
	cli.ProtocolFlag(c, &protocol, "", "its messages are described; ", cli.ProtocolNames())
	cli.FormatFlag(c, &language, "summary", append([]string{"summary"}, layoutFormats()...), "")
	return c
}
