package decode

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/record"
	"fragscope/analyzer/unpack"
	"fragscope/decoder"
	"fragscope/decoder/keys"
	"fragscope/decoder/ksy"
	"fragscope/decoder/structure"
	"fragscope/decoder/wire"
)

// What structure reads at most: it compares all datagrams with each other.
const (
	maxStructure      = 20000
	maxStructureBytes = 64 << 20
)

type structureJob struct {
	format, expr string
	samples      []string
	layoutFiles  []string
	layouts      *wire.Layouts
	count        int64
	full         bool
	kind         int // whose layout is written, from 1; 0 for all

	match  func(*decoder.Message, *record.Packet) bool // nil for all
	in     []structure.Datagram
	number []int    // of each datagram among all that were read, from 0
	names  []string // what the decoder says about each, "" for nothing
	read   int
	bytes  int
	enough bool // no more is taken
	out    *cli.Output
	errout io.Writer
}

func structureFormats() []string { return append([]string{"table", "json", "ksy"}, layoutFormats()...) }

func structureCommand() *cobra.Command {
	j := &structureJob{}
	c := &cobra.Command{
		Use:   "structure [FILE…|-]",
		Short: "Find out what unknown packets are made of",
		Long: `Compare packets that no decoder knows and find out what their bytes are:
constants, counters, ids and what a reply repeats of them, timestamps, addresses
and ports, lengths and counts, texts with their delimiters, numbers, flags,
checksums, compressed and encrypted parts, lists of records.

Input is what decode reads: pastes and captures. Twelve packets of each kind are
enough for most of it, and packets that differ say more than repetitions. A
capture has times, addresses and directions as well. All datagrams are taken,
known ones too; --filter chooses, and with --layout it leaves out what is described
already.

Packets are divided into kinds by a byte that goes along with different layouts.
For each kind the table has a grid of its first packets, divided into columns,
and what was found: where, what, in how many packets it is true, and how likely
bytes without meaning would satisfy it as well. An offset below 0 counts from
the end; one with a + follows a part of variable length and is that of the first packet.
In --format json packets are numbered from 0, findings come with the surest first, and
"after" is the finding, from 0, after which a part comes whose offset varies.

--format ksy writes the layout as a Kaitai Struct description, which fragscope decode
--layout reads, and other programs too. Edit its names; decoder/ksy/README.md has
what of Kaitai Struct is read. lua, imhex and go write it as a Wireshark dissector, a
pattern of ImHex and a Go package; fragscope layout does so for a layout that you edited.

At most 20000 datagrams and 64 MiB are compared.

` + cli.FilterHelp(filter.Packets),
		Example: `  fragscope structure unknown.txt
  fragscope structure --filter 'protocol == "unknown"' evening.pcapng
  fragscope structure --format ksy unknown.txt > game.ksy
  fragscope structure --layout game.ksy --filter 'protocol == "unknown"' evening.pcapng
  fragscope structure --format json packets.hex | jq '.kinds[0].findings'`,
		RunE: j.run,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
	}
	cli.FormatFlag(c, &j.format, "table", structureFormats(), "")
	cli.SampleFlag(c, &j.samples)
	cli.FullFlag(c, &j.full)
	cli.LayoutFlag(c, &j.layoutFiles)
	cli.FilterFlag(c, &j.expr, filter.Packets, "")
	cli.CountFlag(c, &j.count, "; those that --filter leaves out count as well")
	c.Flags().IntVar(&j.kind, "kind", 0, "only this kind, counted from 1")
	return c
}

func (j *structureJob) run(c *cobra.Command, files []string) error {
	j.errout = c.ErrOrStderr()
	if err := cli.CheckEnd(c, j.count, 0); err != nil {
		return err
	}
	if j.kind < 0 || c.Flags().Changed("kind") && j.kind == 0 {
		return fmt.Errorf("--kind %d: expected a number above 0", j.kind)
	}
	var err error
	if j.layouts, err = cli.ReadLayouts(j.layoutFiles); err != nil {
		return err
	}
	if c.Flags().Changed("filter") {
		f, err := filter.Compile(j.expr, j.layouts)
		if err != nil {
			return fmt.Errorf("%w; fragscope structure --help says what a filter can be", err)
		}
		j.match = f.Matcher(c.Context()).Match
	}
	if len(j.samples) > 0 && len(files) > 0 {
		return fmt.Errorf("--sample %s and a file: give one of them", j.samples[0])
	}
	if len(files) == 0 && len(j.samples) == 0 {
		files = []string{"-"}
	}
	j.out = cli.NewOutput(c.OutOrStdout())
	ctx, stop := cli.UntilInterrupted(c.Context(), j.errout, &cli.Outputs{})
	defer stop()
	err = j.readAll(ctx, files, cli.Stoppable(ctx, c.InOrStdin()))
	if cli.Interrupted(ctx) {
		return cli.ExitStatus(cli.ExitInterrupted)
	}
	if err != nil {
		return err
	}
	if len(j.in) == 0 {
		return errors.New("found no datagram with a payload; captures are read for UDP, pastes for any datagram")
	}
	structure.Flows(j.in)
	result := structure.Analyze(j.in, structure.Options{Unpack: unpack.Stream, Kin: j.kin})
	if j.kind > len(result.Kinds) {
		return fmt.Errorf("--kind %d: there are %s", j.kind, export.Many(len(result.Kinds), "kind", "kinds"))
	}
	if j.kind > 0 {
		result.Kinds = result.Kinds[j.kind-1 : j.kind]
	}
	switch j.format {
	case "json":
		j.writeJSON(result)
	case "table":
		width, _ := cli.PageSize(c.OutOrStdout())
		j.writeTable(result, width)
	default:
		err = j.writeLayout(result)
	}
	return errors.Join(err, j.out.Flush())
}

func (j *structureJob) writeLayout(r *structure.Result) error {
	text, err := structure.AppendKSY(nil, "found", r.Kinds)
	if err != nil {
		return fmt.Errorf("%w with --kind", err)
	}
	if j.format != "ksy" {
		l, err := ksy.Parse(text)
		if err != nil {
			return err
		}
		if text, err = exportLayout(l, j.format); err != nil {
			return err
		}
	}
	j.out.Append(func(dst []byte) []byte { return append(dst, text...) })
	return nil
}

func (j *structureJob) readAll(ctx context.Context, files []string, stdin io.Reader) error {
	for _, name := range append(slices.Clone(j.samples), files...) {
		var s *source
		var err error
		if len(j.samples) > 0 {
			s, err = openSample(name)
		} else {
			s, err = openFile(ctx, name, stdin, "")
		}
		if err != nil {
			return err
		}
		if s.about != "" {
			fmt.Fprintf(j.errout, "%s: %s\n", cli.Escape(s.name), cli.Escape(s.about))
		}
		var d decoder.Decoder
		err = s.each(func(p datagram) bool {
			if ctx.Err() != nil || j.enough || j.count > 0 && int64(j.read) >= j.count {
				return false
			}
			j.take(&d, p)
			return true
		})
		if err = errors.Join(err, s.done()); err != nil {
			return err
		}
	}
	if j.enough {
		fmt.Fprintf(j.errout, "the first %d datagrams are compared; --filter and --count choose others\n", len(j.in))
	}
	return nil
}

func (j *structureJob) take(d *decoder.Decoder, p datagram) {
	j.read++
	d.Options = decoder.Options{From: p.from, Link: p.link, Layouts: j.layouts}
	m := d.Decode(p.data)
	about := record.Packet{Number: int64(j.read), NoTime: true, Link: p.link, Data: p.data}
	if p.packet != nil {
		about = record.FromCapture(p.packet)
	}
	if j.match != nil && !j.match(m, &about) {
		return
	}
	if !structure.Whole(m) || p.packet != nil && m.Frame.Link == wire.LinkNone {
		return
	}
	x := structure.DatagramOf(m)
	if len(j.in) == maxStructure || j.bytes+len(x.Data) > maxStructureBytes {
		j.enough = true
		return
	}
	j.bytes += len(x.Data)
	x.Direction = p.from
	if p.packet != nil && p.packet.HasTime {
		x.Time = p.packet.Time
	}
	j.in = append(j.in, x)
	j.number = append(j.number, j.read-1)
	j.names = append(j.names, likeness(m))
}

func likeness(m *decoder.Message) string {
	if m.Protocol() != decoder.Unknown {
		return "decodes as " + m.Protocol().String() + ": " + m.Info.Name
	}
	for i := range m.Problems {
		if p := &m.Problems[i]; p.Info != &wire.ProblemUnknownProtocol {
			return m.Message(p)
		}
	}
	return ""
}

// kin describes what a datagram has in common with known protocols.
func (j *structureJob) kin(p []byte) string {
	for i := range j.in {
		if &j.in[i].Data[0] == &p[0] && j.names[i] != "" {
			return j.names[i]
		}
	}
	var known []string
	words := strings.FieldsFunc(string(p), func(r rune) bool { return r < ' ' || strings.ContainsRune(`\=&;:, `, r) })
	for _, w := range words[:min(len(words), 200)] {
		if len(w) > 3 && keys.Known.Find([]byte(w)) != nil && !slices.Contains(known, w) {
			known = append(known, w)
		}
	}
	if len(known) < 3 {
		return ""
	}
	slices.Sort(known)
	return "has keys of known query protocols: " + strings.Join(known[:min(len(known), 6)], ", ")
}
