package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"fragscope/decoder"
	"fragscope/decoder/protocol"
)

// A requestJob is one run of fragscope request.
type requestJob struct {
	list, raw          bool
	query              decoder.Query
	challenge          int32
	id, options, nonce []byte
}

func requestCommand() *cobra.Command {
	j := &requestJob{}
	c := &cobra.Command{
		Use:   "request PROTOCOL [MESSAGE]",
		Short: "Build the bytes of a request",
		Long: `Build the bytes of a request and print them as hex, or raw for a pipe. Without
a message it is the one that tells most. Which flags count depends on the
protocol.`,
		Example: `  fragscope request unreal2 "rules request"
  fragscope request gamespy1 --item info --item players
  fragscope request gamespy3 --challenge 12345678 --raw | nc -u -w1 127.0.0.1 6500`,
		Args:              cobra.MaximumNArgs(2),
		ValidArgsFunction: completeRequest,
		RunE:              j.run,
	}
	f, q := c.Flags(), &j.query
	f.BoolVar(&j.list, "list", false, "list the requests of a protocol, or of all")
	f.BoolVar(&j.raw, "raw", false, "write the bytes themselves")
	f.Uint32Var(&q.Version, "query-version", 0, "unreal2: version of the asking program (0x79)")
	f.BytesHexVar(&j.id, "id", nil, "gamespy2, gamespy3: four bytes in hex that the reply repeats")
	f.Int32Var(&j.challenge, "challenge", 0, "gamespy3: the number of the challenge reply")
	f.BytesHexVar(&j.options, "options", nil, "gamespy3: four option bytes in hex (FFFFFF01)")
	f.Uint8Var(&q.Sections, "sections", 0, "gamespy2: 1 info, 2 players, 4 teams, added up (all)")
	f.StringArrayVar(&q.Items, "item", nil, "gamespy1: what to ask for, such as basic, info, rules, players; may be given again")
	f.StringVar(&q.Text, "text", "", "gamespy1: text to echo, or name of a property; challenge for secure and for masters")
	f.StringVar(&q.Game, "game", "", "unreal-master, unreal-heartbeat: the game's name (ut)")
	f.Uint16Var(&q.Port, "port", 0, "unreal-heartbeat: query port")
	f.BoolVar(&q.Compact, "compact", false, "unreal-master: ask for the binary list")
	f.BytesHexVar(&j.nonce, "nonce", nil, "unreal-lan: eight bytes in hex that the reply repeats")
	f.Uint8Var(&q.Flags, "ugp-flags", 0, "ugp: request flags (server, players and rules)")
	f.Uint8Var(&q.ServerFlags, "ugp-server", 0, "ugp: server flags")
	f.Uint8Var(&q.ExtraServerFlags, "ugp-server-extra", 0, "ugp: extra server flags")
	f.Uint8Var(&q.PlayerFlags, "ugp-players", 0, "ugp: player flags")
	f.Uint8Var(&q.ExtraPlayerFlags, "ugp-players-extra", 0, "ugp: extra player flags")
	f.Uint8Var(&q.TeamFlags, "ugp-teams", 0, "ugp: team flags")
	f.Uint8Var(&q.RuleFlags, "ugp-rules", 0, "ugp: rule flags")
	f.BoolVar(&q.TeamsBeforePlayer, "ugp-teams-first", false, "ugp: team flags before player flags, as LUQuery does")
	return c
}

// completeRequest offers protocols, then their requests, to the shell.
func completeRequest(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	switch len(args) {
	case 0:
		for _, p := range decoder.Protocols() {
			if len(decoder.Requests(p)) > 0 {
				names = append(names, cobra.CompletionWithDesc(p.String(), decoder.Title(p)))
			}
		}
	case 1:
		if p, ok := protocol.ByName(args[0]); ok {
			names = decoder.Requests(p)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func (j *requestJob) run(c *cobra.Command, args []string) error {
	out := c.OutOrStdout()
	if len(args) > 0 {
		var ok bool
		if j.query.Protocol, ok = protocol.ByName(args[0]); !ok || j.query.Protocol == decoder.Unknown {
			return fmt.Errorf("there is no protocol %q; expected %s", args[0], oneOf(protocolNames()))
		}
	}
	if j.list {
		_, err := fmt.Fprint(out, requestList(j.query.Protocol))
		return err
	}
	if len(args) == 0 {
		return fmt.Errorf("name a protocol: %s", oneOf(protocolNames()))
	}
	if len(args) > 1 {
		j.query.Message = args[1]
	}
	if err := j.settle(c); err != nil {
		return err
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

// settle puts into the query what flags cannot put there themselves.
func (j *requestJob) settle(c *cobra.Command) error {
	if c.Flags().Changed("challenge") {
		j.query.Challenge = &j.challenge
	}
	if err := fixedBytes("id", j.id, j.query.ID[:]); err != nil {
		return err
	}
	if err := fixedBytes("nonce", j.nonce, j.query.Nonce[:]); err != nil {
		return err
	}
	if j.options == nil {
		return nil
	}
	j.query.Options = new([4]byte)
	return fixedBytes("options", j.options, j.query.Options[:])
}

// fixedBytes copies the bytes of a flag that was given.
func fixedBytes(flag string, from, to []byte) error {
	if from == nil {
		return nil
	}
	if len(from) != len(to) {
		return fmt.Errorf("--%s: found %d bytes, expected %d", flag, len(from), len(to))
	}
	copy(to, from)
	return nil
}

// requestList lists the requests of p, of all protocols for Unknown.
func requestList(p decoder.Protocol) string {
	var b strings.Builder
	for _, q := range decoder.Protocols() {
		if p != decoder.Unknown && p != q {
			continue
		}
		for _, name := range decoder.Requests(q) {
			fmt.Fprintf(&b, "%-18s %s\n", q, name)
		}
	}
	return b.String()
}
