package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "Say which version this is",
		Example:           "  fragscope version",
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(c.OutOrStdout(), "fragscope version %s\n", build())
			return err
		},
	}
}

// release is the version that this was released as, set by the linker; "" in other builds.
var release string

func build() string {
	info, _ := debug.ReadBuildInfo()
	return fmt.Sprintf("%s (%s, %s/%s)", version(info), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func version(info *debug.BuildInfo) string {
	if release != "" {
		return release
	}
	if info == nil {
		return "of unknown origin"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision, when, changed := "", "", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case "vcs.time":
			when = ", " + s.Value
		case "vcs.modified":
			if s.Value == "true" {
				changed = ", with changes"
			}
		}
	}
	if revision == "" {
		return "development version"
	}
	return "development version " + revision + when + changed
}
