package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"

	"fragscope/desktop/engine"
	"fragscope/desktop/settings"
	"fragscope/desktop/shell"
	"fragscope/desktop/store"

	"fyne.io/fyne/v2"
)

//go:embed icon.svg
var icon []byte

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "fragscope-desktop:", err)
		os.Exit(1)
	}
}

const usage = `Usage: fragscope-desktop [flags] [FILE | ADDRESS | PERMALINK]...

Shows what every byte of a game-server query packet means. A capture or a dump
is opened, a server is queried, a permalink of the browser's inspector is shown.
A window that is open already does it.

Flags:
`

// probeFlags adds the flags of tests, in a program that is built for them.
var probeFlags = func(*flag.FlagSet) func(*shell.Shell) { return func(*shell.Shell) {} }

func run(args []string) error {
	flags := flag.NewFlagSet("fragscope-desktop", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage)
		flags.PrintDefaults()
	}
	view := flags.String("view", "", "show this `view` first: servers, paste, captures or send")
	folder := flags.String("home", "", "keep settings in this `folder`")
	probe := probeFlags(flags)
	broadcast := flags.String("broadcast", "", "search the local network by these `addresses`, separated by commas")
	showVersion := flags.Bool("version", false, "print the version")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil
		}
		return err
	}
	if *showVersion {
		fmt.Println("fragscope-desktop", version())
		return nil
	}
	if *folder == "" {
		var err error
		if *folder, err = settings.Folder(); err != nil {
			return err
		}
	}
	var window atomic.Pointer[shell.Shell]
	end, first := store.First(*folder, store.Start{Args: whole(flags.Args()), View: *view}, func(later store.Start) {
		if s := window.Load(); s != nil {
			s.Later(later)
		}
	})
	if !first {
		return nil
	}
	defer end()
	debug.SetMemoryLimit(memoryLimit)
	e := engine.New(engine.Options{})
	defer e.Close()
	for _, b := range strings.FieldsFunc(*broadcast, func(r rune) bool { return r == ',' }) {
		a, err := netip.ParseAddr(b)
		if err != nil {
			return fmt.Errorf("--broadcast: %w", err)
		}
		e.Broadcasts = append(e.Broadcasts, a)
	}
	app, err := newApp("org.fragscope.desktop")
	if err != nil {
		return err
	}
	s := shell.New(app, shell.Options{
		Folder: *folder, Querier: e, Sender: e, Masters: engine.Masters(), Record: engine.Record, Demo: engine.Demo,
		Interfaces: engine.Interfaces, Capture: engine.Capture,
		Configure: func(v settings.Settings) {
			e.Configure(engine.Options{Timeout: v.Timeout(), Quiet: v.Quiet(), Retries: v.Retries})
		},
		Icon: fyne.NewStaticResource("fragscope.svg", icon), Version: version(),
	})
	window.Store(s)
	probe(s)
	if *view != "" {
		s.Show(*view)
	}
	s.Run(flags.Args())
	s.Close()
	return nil
}

// whole returns arguments with the whole paths of those that are files.
func whole(args []string) []string {
	all := slices.Clone(args)
	for i, a := range all {
		if path, err := filepath.Abs(a); err == nil && store.Regular(path) == nil {
			all[i] = path
		}
	}
	return all
}

// memoryLimit is the heap, in bytes, from which on memory is collected with
// more zeal. Captures that take more raise it while they are read.
const memoryLimit = 96 << 20

// release is the version that a package was built as, set by its linker; "" in other builds.
var release string

func version() string {
	info, ok := debug.ReadBuildInfo()
	switch {
	case release != "":
		return release
	case !ok:
		return "unknown"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && v == "(devel)" && len(s.Value) >= 12 {
			v = s.Value[:12]
		}
	}
	return v
}
