package decode

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"fragscope/analyzer/internal/cli"
	"fragscope/decoder"
	"fragscope/decoder/ask"
)

type requestJob struct {
	list, raw bool
	query     decoder.Query
	details   []detail // as they were given
}

type detail struct{ name, value string }

// A detailFlag takes any value: what it may be depends on the protocol, which is not known yet.
type detailFlag struct {
	job  *requestJob
	name string
	kind ask.SettingKind
}

func (f *detailFlag) String() string { return "" }

func (f *detailFlag) Type() string {
	switch f.kind {
	case ask.SettingSwitch:
		return "bool" // shown without a word for its value
	case ask.SettingList:
		return "text"
	case ask.SettingBytes:
		return "hex"
	}
	return f.kind.String()
}

func (f *detailFlag) Set(value string) error {
	f.job.details = append(f.job.details, detail{f.name, value})
	return nil
}

func requestCommand() *cobra.Command {
	j := &requestJob{}
	c := &cobra.Command{
		Use:   "request PROTOCOL [MESSAGE]",
		Short: "Build the bytes of a request",
		Long: `Build the bytes of a request and print them as hex, or raw for a pipe. Without
a message it is the one whose reply contains most. Flags that name protocols are for those
alone.`,
		Example: `  fragscope request unreal2 "rules request"
  fragscope request gamespy1 --item info --item players
  fragscope request gamespy3 --challenge 12345678 --raw | nc -u -w1 127.0.0.1 6500`,
		Args:              cobra.MaximumNArgs(2),
		ValidArgsFunction: completeRequest,
		RunE:              j.run,
	}
	f := c.Flags()
	cli.ListFlag(c, &j.list, "the requests of a protocol, or of all")
	f.BoolVar(&j.raw, "raw", false, "write the bytes themselves")
	for _, s := range decoder.AllSettings() {
		g := f.VarPF(&detailFlag{j, s.Name, s.Kind}, s.Name, "", s.Doc)
		g.Annotations = map[string][]string{cli.OfProtocol: nil}
		if s.Kind == ask.SettingSwitch {
			g.NoOptDefVal = "true"
		}
	}
	return c
}

func completeRequest(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	switch len(args) {
	case 0:
		for _, p := range decoder.Protocols() {
			if len(decoder.Descriptor(p).Requests()) > 0 {
				names = append(names, cobra.CompletionWithDesc(p.String(), decoder.Descriptor(p).Title))
			}
		}
	case 1:
		if p, ok := decoder.ProtocolByName(args[0]); ok {
			names = decoder.Descriptor(p).Requests()
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func (j *requestJob) run(c *cobra.Command, args []string) error {
	out := c.OutOrStdout()
	if len(args) > 0 {
		var ok bool
		if j.query.Protocol, ok = decoder.ProtocolByName(args[0]); !ok || j.query.Protocol == decoder.Unknown {
			return fmt.Errorf("there is no protocol %q; expected %s", args[0], cli.OneOf(cli.ProtocolNames()))
		}
	}
	if j.list {
		_, err := fmt.Fprint(out, requestList(j.query.Protocol))
		return err
	}
	if len(args) == 0 {
		return fmt.Errorf("name a protocol: %s", cli.OneOf(cli.ProtocolNames()))
	}
	if len(args) > 1 {
		j.query.Message = args[1]
	}
	for _, d := range j.details {
		if err := decoder.Set(&j.query, d.name, d.value); err != nil {
			return fmt.Errorf("--%s: %w", d.name, err)
		}
	}
	p, err := decoder.AppendRequest(nil, &j.query)
	if err != nil {
		return err
	}
	if !j.raw {
		p = fmt.Appendf(nil, "% X\n", p)
	}
	_, err = out.Write(p)
	return err
}

func requestList(p decoder.Protocol) string {
	var b strings.Builder
	for _, q := range decoder.Protocols() {
		if p != decoder.Unknown && p != q {
			continue
		}
		for _, name := range decoder.Descriptor(q).Requests() {
			fmt.Fprintf(&b, "%-18s %s\n", q, name)
		}
	}
	return b.String()
}
