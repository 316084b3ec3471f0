package main

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fragscope/analyzer/internal/cli"
	"fragscope/samples/captures"
)

// everyCommand calls do for each command that can be run, and each help topic.
func everyCommand(do func(c *cobra.Command)) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		do(c)
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(rootCommand())
}

// TestFlagsMeanOneThing: a flag has one type, one letter and one meaning, in
// whichever commands it is, and a letter is of one flag. The meaning is what the
// usage says before the first colon or semicolon. What request has of the
// protocols is theirs: the names are those of the HTTP API. Those of extcap are
// Wireshark's.
func TestFlagsMeanOneThing(t *testing.T) {
	type meaning struct{ kind, letter, text string }
	first, letters := map[string]meaning{}, map[string]string{}
	at := map[string]string{}
	everyCommand(func(c *cobra.Command) {
		if c.Name() == "extcap" {
			return
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if _, own := f.Annotations[cli.OfProtocol]; own {
				return
			}
			text, _, _ := strings.Cut(f.Usage, ";")
			text, _, _ = strings.Cut(text, ":")
			m := meaning{f.Value.Type(), f.Shorthand, text}
			if other, known := first[f.Name]; known && other != m {
				t.Errorf("--%s is %q in %s and %q in %s", f.Name, other, at[f.Name], m, c.Name())
			}
			first[f.Name], at[f.Name] = m, c.Name()
			if other, known := letters[f.Shorthand]; known && f.Shorthand != "" && other != f.Name {
				t.Errorf("-%s is --%s in %s and --%s in another", f.Shorthand, f.Name, c.Name(), other)
			}
			letters[f.Shorthand] = f.Name
			if text == "" {
				t.Errorf("--%s of %s has no usage", f.Name, c.Name())
			}
		})
	})
	for name := range first {
		if _, plural := first[name+"s"]; plural {
			t.Errorf("--%s and --%ss differ by plural alone", name, name)
		}
	}
}

// A flag that a help text or a command in the README names, there is.
func TestFlagsNamed(t *testing.T) {
	known := map[string]bool{"help": true, "version": true}
	everyCommand(func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
	})
	names := regexp.MustCompile(`(?:^|[\s(\x60'])--([a-z][a-z-]*)`)
	everyCommand(func(c *cobra.Command) {
		texts := []string{c.Long, c.Example}
		c.Flags().VisitAll(func(f *pflag.Flag) { texts = append(texts, f.Usage) })
		for _, found := range names.FindAllStringSubmatch(strings.Join(texts, "\n"), -1) {
			if !known[found[1]] {
				t.Errorf("the help of %s names --%s, which no command has", c.Name(), found[1])
			}
		}
	})
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)fragscope ([a-z]+) .*--.*$`).FindAllStringSubmatch(string(readme), -1)
	if len(commands) < 8 {
		t.Fatalf("the README shows %d commands with flags", len(commands))
	}
	for _, line := range commands {
		c, _, err := rootCommand().Find(line[1:])
		if err != nil {
			t.Errorf("the README shows %s: %v", line[0], err)
			continue
		}
		before, _, _ := strings.Cut(strings.Split(line[0], "`")[0], "   ") // what follows is prose
		for _, found := range names.FindAllStringSubmatch(before, -1) {
			if c.Flags().Lookup(found[1]) == nil {
				t.Errorf("the README shows %q, and %s has no --%s", before, line[1], found[1])
			}
		}
	}
}

// What the command line gets wrong is exit status 2 in every command, with one
// line on standard error.
func TestWrongUseIsExitStatus2(t *testing.T) {
	everyCommand(func(c *cobra.Command) {
		if !c.Runnable() {
			return
		}
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		run := exec.Command(self)
		run.Env = append(os.Environ(), child+"="+strings.TrimPrefix(c.CommandPath(), "fragscope ")+" --no-such-flag")
		out, err := run.CombinedOutput()
		if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != cli.ExitFailure ||
			strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), "--no-such-flag") {
			t.Errorf("%s --no-such-flag: %v, %q", c.CommandPath(), err, out)
		}
	})
}

// TestInterruptedEverywhere presses Ctrl-C in every command that can take long
// (capture, which needs a network of its own, is in testdata/capture).
func TestInterruptedEverywhere(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"index.html": "<title>page</title>", "servers.txt": "127.79.7.1:7778\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	silent, err := net.ListenPacket("udp", "127.79.7.1:0") // nobody answers there
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	address := silent.LocalAddr().String()
	if err := os.WriteFile(filepath.Join(folder, "servers.txt"), []byte(address+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	long := " --timeout 30s --idle 30s"
	for _, args := range []string{
		"analyze -", "decode -", "decode -T fields -e message -",
		"emulate --game gtaconnected --listen 127.79.7.2:0",
		"listen 127.79.7.3:0", "listen --format json 127.79.7.3:0",
		"query --protocol unreal2 " + address + long,
		"query --protocol unreal2 --watch 100ms --timeout 50ms --idle 50ms --retries 0 " + address,
		"serve " + folder,
		"servers --query --protocol unreal2 " + filepath.Join(folder, "servers.txt") + long,
		"discover --wait 30s --broadcast 127.255.255.255 --broadcast-port 47391",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			c, _, out, errout := start(t, args)
			interrupt(t, c)
			c.Wait()
			if status := c.ProcessState.ExitCode(); status != cli.ExitInterrupted {
				t.Errorf("exit status %d, standard output %q, standard error %q", status, out, errout)
			}
		})
	}
}

// What decode has read until Ctrl-C is shown, and kept.
func TestInterruptedDecode(t *testing.T) {
	data, err := captures.Files.ReadFile("ut2004-multi-packet.pcapng")
	if err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(t.TempDir(), "kept.pcapng")
	c, in, out, errout := start(t, "decode -T fields -e message -w "+kept+" -")
	if _, err := in.Write(data); err != nil {
		t.Fatal(err)
	}
	interrupt(t, c)
	c.Wait()
	if status := c.ProcessState.ExitCode(); status != cli.ExitInterrupted ||
		!strings.Contains(out.String(), "server info reply") || !strings.Contains(errout.String(), "wrote ") {
		t.Errorf("exit status %d, standard output %q, standard error %q", status, out, errout)
	}
	if got, err := os.ReadFile(kept); err != nil || len(got) < 500 {
		t.Errorf("the file has %d bytes, %v", len(got), err)
	}
}
