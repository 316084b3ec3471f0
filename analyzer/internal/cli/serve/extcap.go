package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/internal/cli/live"
	"fragscope/decoder"
)

type extcapJob struct {
	root                                func() *cobra.Command
	interfaces, dlts, config, capture   bool
	version, iface, fifo, captureFilter string
	server, protocol, reload            string
	interval, wait                      int
	game                                string
}

// ExtcapFlags begins the flags with which Wireshark calls the program, without the name of a command.
const ExtcapFlags = "--extcap-"

type extcapInterface struct {
	name, title string
	arguments   func() []string             // what Wireshark's dialog asks for
	command     func(j *extcapJob) []string // what captures
}

var extcapInterfaces = []extcapInterface{
	{"fragscope-query", "fragscope: query a server", func() []string {
		return append([]string{
			extcapArgument(0, "server", "Server", "string", "HOST, HOST:PORT or [IPv6]:PORT: the query port or the game port",
				"{required=true}"),
			extcapArgument(1, "protocol", "Protocol", "selector", "How to query; auto probes the usual ports", ""),
			extcapArgument(2, "interval", "Query every (seconds)", "integer", "0 queries once", "{range=0,86400}{default=0}"),
		}, extcapValues(1, append([]string{"auto"}, live.PlanNames()...), nil)...)
	}, func(j *extcapJob) []string {
		args := []string{"query", "--protocol=" + cmp.Or(j.protocol, "auto")}
		if j.interval > 0 {
			args = append(args, fmt.Sprintf("--watch=%ds", j.interval))
		}
		return append(args, "--", j.server)
	}},
	{"fragscope-lan", "fragscope: LAN discovery", func() []string {
		return []string{extcapArgument(0, "wait", "Wait (seconds)", "integer", "How long answers are waited for",
			"{range=1,60}{default=2}")}
	}, func(j *extcapJob) []string {
		return []string{"discover", fmt.Sprintf("--wait=%ds", j.wait)}
	}},
	{"fragscope-emulate", "fragscope: emulated servers", func() []string {
		names, titles := []string{""}, []string{"All"}
		for _, g := range decoder.Games() {
			names, titles = append(names, g.Name), append(titles, g.Title)
		}
		return append([]string{extcapArgument(0, "game", "Game", "selector", "The game whose servers answer on this machine",
			"")}, extcapValues(0, names, titles)...)
	}, func(j *extcapJob) []string {
		return []string{"emulate", "--quiet", "--game=" + j.game}
	}},
}

func extcapArgument(number int, flag, title, kind, help, more string) string {
	return fmt.Sprintf("arg {number=%d}{call=--%s}{display=%s}{type=%s}{tooltip=%s}%s", number, flag, title, kind, help,
		more)
}

func extcapValues(number int, values, titles []string) (lines []string) {
	for i, v := range values {
		title := v
		if titles != nil {
			title = titles[i]
		}
		lines = append(lines, fmt.Sprintf("value {arg=%d}{value=%s}{display=%s}{default=%t}", number, v,
			strings.NewReplacer("{", "(", "}", ")").Replace(title), i == 0))
	}
	return lines
}

func extcapCommand(root func() *cobra.Command) *cobra.Command {
	j := &extcapJob{root: root}
	c := &cobra.Command{
		Use:   "extcap",
		Short: "Be an interface of Wireshark: live queries, LAN discovery, emulated servers",
		Long: `Be an interface of Wireshark, which calls this by its protocol for external
captures (extcap): its list of interfaces then has

  fragscope: query a server     requests and replies, again and again if wanted
  fragscope: LAN discovery      broadcasts, and what answers
  fragscope: emulated servers   what servers on this machine are asked

with a comment on each packet that says what it means. Nothing is sent to anybody
but the server that its dialog names.

To install it, link the program into the folder that Wireshark names under Help,
About, Folders as "Personal Extcap path", and start Wireshark again. tshark -D
lists the interfaces too. Remove the link to remove it. Up to Wireshark 4.0 there
is but one "Extcap path", for all users: link it there, or name a folder of your
own in WIRESHARK_EXTCAP_DIR, which takes the place of that path and which root's
Wireshark does not look at.

It ends with exit status 0 when Wireshark stops the capture.`,
		Example: `  ln -s "$(command -v fragscope)" ~/.local/lib/wireshark/extcap/fragscope
  tshark -i fragscope-lan
  fragscope extcap --extcap-interfaces
  fragscope extcap --capture --extcap-interface fragscope-lan --fifo lan.pcapng`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              j.run,
	}
	f := c.Flags()
	f.BoolVar(&j.interfaces, "extcap-interfaces", false, "list the interfaces")
	f.BoolVar(&j.dlts, "extcap-dlts", false, "list the link types of an interface")
	f.BoolVar(&j.config, "extcap-config", false, "list the arguments of an interface")
	f.StringVar(&j.version, "extcap-version", "", "the version of Wireshark")
	f.StringVar(&j.iface, "extcap-interface", "", "the interface")
	f.StringVar(&j.reload, "extcap-reload-option", "", "an argument whose values are listed again")
	f.StringVar(&j.captureFilter, "extcap-capture-filter", "", "a capture filter, of which there is none")
	f.BoolVar(&j.capture, "capture", false, "capture from the interface")
	f.StringVar(&j.fifo, "fifo", "", "where the capture goes, as pcapng")
	f.StringVar(&j.server, "server", "", "fragscope-query: the server")
	f.StringVar(&j.protocol, "protocol", "auto", "fragscope-query: how to query")
	f.IntVar(&j.interval, "interval", 0, "fragscope-query: query again after so many seconds, 0 for once")
	f.IntVar(&j.wait, "wait", 2, "fragscope-lan: seconds that answers are waited for")
	f.StringVar(&j.game, "game", "", "fragscope-emulate: the game")
	return c
}

func (j *extcapJob) run(c *cobra.Command, _ []string) error {
	if j.interfaces {
		return j.list(c.OutOrStdout())
	}
	var chosen *extcapInterface
	for i := range extcapInterfaces {
		if extcapInterfaces[i].name == j.iface {
			chosen = &extcapInterfaces[i]
		}
	}
	if chosen == nil {
		return fmt.Errorf("--extcap-interface %q: expected one that --extcap-interfaces lists", j.iface)
	}
	var err error
	switch out := c.OutOrStdout(); {
	case j.dlts:
		_, err = fmt.Fprintln(out, "dlt {number=1}{name=EN10MB}{display=Ethernet}")
	case j.config:
		_, err = fmt.Fprintln(out, strings.Join(chosen.arguments(), "\n"))
	case j.capture:
		return j.captureTo(c.Context(), chosen)
	default:
		return errors.New("expected --extcap-interfaces, --extcap-dlts, --extcap-config or --capture: Wireshark calls this " +
			"command")
	}
	return err
}

func (j *extcapJob) list(out io.Writer) error {
	var b strings.Builder
	b.WriteString("extcap {version=1.0}{display=fragscope}\n")
	for _, i := range extcapInterfaces {
		fmt.Fprintf(&b, "interface {value=%s}{display=%s}\n", i.name, i.title)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// captureTo keeps standard error empty unless the command fails: Wireshark shows what is there as a failure.
func (j *extcapJob) captureTo(ctx context.Context, i *extcapInterface) error {
	switch {
	case j.fifo == "":
		return errors.New("--capture needs --fifo, where the capture goes")
	case i.name == "fragscope-query" && j.server == "":
		return errors.New("name a server: its address is in the dialog of the interface (--server)")
	}
	ctx, stop := cli.UntilInterrupted(ctx, io.Discard, &cli.Outputs{}) // also while the command starts
	defer stop()
	args := i.command(j)
	root := j.root()
	root.SetIn(strings.NewReader(""))
	root.SetOut(io.Discard)
	root.SetErr(&capped{limit: 4 << 10})
	root.SetArgs(slices.Insert(args, 1, "--record="+j.fifo))
	err := root.ExecuteContext(ctx)
	if status, ok := errors.AsType[cli.ExitStatus](err); ok {
		if status == cli.ExitFailure {
			return fmt.Errorf("%s: no answer", j.server)
		}
		return nil // the capture says what was missing; or it was stopped
	}
	return err
}
