package decode

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/explain"
	specs "fragscope/decoder/protocol"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

func explainCommand() *cobra.Command {
	var spec bool
	c := &cobra.Command{
		Use:   "explain [CODE|KEY|PROTOCOL|SOURCE]",
		Short: "Say what a problem, a field, a rule or a protocol means",
		Long: `Say what a problem, a field, a rule or a protocol means, and where that is
known from. Names are those that decode shows and JSON holds. Without a name,
all problems and protocols are listed.

A source such as protocol/unreal2/SPEC.md#ping-reply is a section of a
specification; named itself it is printed, in Markdown. With --spec, so are the
sections that a name's source leads to: of a protocol the whole specification.
--spec alone lists all sections.`,
		Example: `  fragscope explain length-past-end
  fragscope explain unreal2.info.flags
  fragscope explain GameStats
  fragscope explain gamespy1
  fragscope explain --spec unreal2.info.flags
  fragscope explain protocol/SPEC.md#unreal-strings`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return explainable(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			e := &explainer{}
			var err error
			switch {
			case len(args) == 0 && spec:
				e.sections()
			case len(args) == 0:
				e.list()
			case spec || isLink(args[0]):
				err = e.spec(args[0])
			default:
				err = e.explain(args[0])
			}
			if err != nil {
				return err
			}
			_, err = io.WriteString(c.OutOrStdout(), e.String())
			return err
		},
	}
	c.Flags().BoolVar(&spec, "spec", false, "print the sections of the specification that the source names")
	return c
}

func explainable() []cobra.Completion {
	var names []cobra.Completion
	seen := map[string]bool{}
	for _, e := range explain.Explanations() {
		if !seen[e.Name] {
			seen[e.Name] = true
			names = append(names, e.Name)
		}
	}
	for _, p := range capture.Codes() {
		names = append(names, p.Code)
	}
	for _, s := range specSections() {
		names = append(names, s[0])
	}
	return names
}

func explained(name string) []explain.Explanation {
	found := explain.Explain(name)
	if p := capture.Code(name).Info(); p != nil {
		found = append(found, explain.Explanation{Name: name, Problem: p})
	}
	return found
}

// known fails with names that look like the one that is not known.
func known(name string) ([]explain.Explanation, error) {
	found := explained(name)
	if len(found) > 0 {
		return found, nil
	}
	like := explain.Suggest(name)
	for _, p := range capture.Codes() {
		if strings.Contains(p.Code, name) {
			like = append(like, p.Code)
		}
	}
	if len(like) > 0 {
		return nil, fmt.Errorf("nothing is called %q; did you mean %s?", name, cli.OneOf(like))
	}
	return nil, fmt.Errorf("nothing is called %q; fragscope explain lists the problems and protocols", name)
}

type explainer struct{ strings.Builder }

func (e *explainer) printf(format string, args ...any) { fmt.Fprintf(e, format, args...) }

func (e *explainer) list() {
	e.printf("Problems\n\n")
	var all []*wire.ProblemInfo
	for _, x := range explain.Explanations() {
		if x.Problem != nil {
			all = append(all, x.Problem)
		}
	}
	for _, p := range append(all, capture.Codes()...) {
		message, _ := p.General()
		e.printf("  %-32s %-8s %s\n", p.Code, p.Severity, message)
	}
	e.printf("\nProtocols\n\n")
	for _, p := range decoder.Protocols() {
		e.printf("  %-17s %-32s %s\n", p, decoder.Descriptor(p).Title, capabilitiesOf(p))
	}
	e.printf("\nqueried: by query and servers --query; emulated: by emulate; listed: its lists of servers\n" +
		"are read by servers; discovered: by discover, on the local network.\n")
	e.printf("\nKeys of fields and of rules, as decode shows them, are explained too.\n")
}

func (e *explainer) explain(name string) error {
	found, err := known(name)
	if err != nil {
		return err
	}
	for i, x := range found {
		if i > 0 {
			e.printf("\n")
		}
		switch {
		case x.Problem != nil:
			e.problem(&x)
		case x.Field != nil:
			e.field(&x)
		case x.Rule != nil:
			e.rule(&x)
		default:
			e.protocol(&x)
		}
		if s := x.Source(); s != "" {
			e.paragraph("Source: " + s)
		}
	}
	return nil
}

func (e *explainer) heading(x *explain.Explanation, what string) {
	e.printf("%s: %s", x.Name, what)
	if x.Protocol != decoder.Unknown {
		e.printf(" of %s", x.Protocol)
	}
	e.printf("\n")
}

func (e *explainer) problem(x *explain.Explanation) {
	p := x.Problem
	e.heading(x, p.Severity.String())
	message, advice := p.General()
	e.paragraph(message + " " + advice)
	e.paragraph(p.Story)
}

func (e *explainer) field(x *explain.Explanation) {
	f := x.Field
	e.heading(x, fmt.Sprintf("field %q (%s)", f.Name, f.Kind))
	e.paragraph(f.Doc)
	e.symbols(f.Symbols)
	if f.AtMost != 0 {
		e.paragraph(fmt.Sprintf("More than %d is reported as implausible.", f.AtMost))
	}
}

func (e *explainer) rule(x *explain.Explanation) {
	k := x.Rule
	e.printf("%s: rule %q\n", k.Key, k.Name)
	e.paragraph(k.Doc)
	e.symbols(k.Symbols)
	if len(k.Values) > 0 {
		e.printf("\n")
		for _, v := range k.Values {
			e.printf("  %-24s %s\n", v.Text, v.Name)
		}
	}
}

func (e *explainer) protocol(x *explain.Explanation) {
	p := x.Protocol
	e.printf("%s: %s\n", p, decoder.Descriptor(p).Title)
	e.paragraph(decoder.Descriptor(p).Doc)
	e.paragraph("fragscope: " + capabilitiesOf(p) + ".")
	if len(decoder.Descriptor(p).Ports) > 0 {
		e.printf("\nUsual ports\n")
		for _, q := range decoder.Descriptor(p).Ports {
			if q.Number != 0 {
				e.printf("  %-24d %s\n", q.Number, q.Name)
			} else {
				e.printf("  %-24s %s\n", fmt.Sprintf("%d (game port %d)", int(q.Game)+q.Offset, q.Game), q.Name)
			}
		}
	}
	e.printf("\nMessages\n")
	for _, m := range decoder.Descriptor(p).Docs.Messages {
		e.printf("  %-32s %s\n", m.Name, m.Doc)
	}
}

func (e *explainer) symbols(s *wire.Symbols) {
	if s == nil {
		return
	}
	e.printf("\n")
	for _, y := range s.List {
		value := fmt.Sprint(y.Value)
		if s.Flags || y.Value > 9 {
			value = fmt.Sprintf("%#x", y.Value)
		}
		name := y.Name
		if y.Doc != "" {
			name += ": " + y.Doc
		}
		e.printf("  %-12s %s\n", value, name)
	}
}

// paragraph writes text, unless there is none, after an empty line.
func (e *explainer) paragraph(text string) {
	if text = strings.Join(strings.Fields(text), " "); text != "" {
		e.printf("\n%s\n", strings.Join(export.Wrap(text, 80), "\n"))
	}
}

type capability struct {
	name string
	has  func(p decoder.Protocol) bool
}

var capabilities = []capability{
	{"queried", func(p decoder.Protocol) bool { return len(decoder.ClientOf(p).Plans) > 0 }},
	{"emulated", func(p decoder.Protocol) bool {
		for _, g := range decoder.Games() {
			for i := range g.Services {
				if g.Services[i].Protocol == p {
					return true
				}
			}
		}
		return false
	}},
	// What fragscope servers reads: the sessions of two kinds of masters, Steam's, the
	// lists of those that answer one request, and files.
	{"listed", func(p decoder.Protocol) bool {
		listed := []decoder.Protocol{"unreal-master", "gamespy-master", "a2s", "server-list"}
		return slices.Contains(listed, p) || live.ListRequest(p) != ""
	}},
	{"discovered", func(p decoder.Protocol) bool {
		return slices.ContainsFunc(query.Broadcasts(), func(c ask.Broadcast) bool { return c.Protocol == p })
	}},
}

func capabilitiesOf(p decoder.Protocol) string {
	list := []string{"decoded"}
	for _, c := range capabilities {
		if c.has(p) {
			list = append(list, c.name)
		}
	}
	return strings.Join(list, ", ")
}

// isLink reports whether a name is a link into a specification.
func isLink(name string) bool { return slices.Equal(specs.Links(name), []string{name}) }

func specSections() (list [][2]string) {
	for _, file := range specs.Files() {
		_, text, _ := specs.Section(file)
		for _, h := range specs.Headings(text) {
			link := file
			if h.Level > 1 {
				link += "#" + h.Anchor
			}
			list = append(list, [2]string{link, h.Title})
		}
	}
	return list
}

func (e *explainer) sections() {
	for _, s := range specSections() {
		e.printf("%-62s %s\n", s[0], s[1])
	}
}

// spec writes the sections that a name's source leads to, or the one that name is a link to.
func (e *explainer) spec(name string) error {
	var sources []string
	if isLink(name) {
		sources = append(sources, name)
	} else {
		found, err := known(name)
		if err != nil {
			return err
		}
		for _, x := range found {
			sources = append(sources, x.Source())
		}
	}
	var links []string
	for _, link := range specs.Links(strings.Join(sources, "\n")) {
		if !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	if len(links) == 0 {
		if sources = slices.DeleteFunc(sources, func(s string) bool { return s == "" }); len(sources) > 0 {
			return fmt.Errorf("%s is specified elsewhere: %s", name, strings.Join(sources, ", "))
		}
		return fmt.Errorf("no specification describes %s; fragscope explain %s shows what is known", name, name)
	}
	for i, link := range links {
		_, text, ok := specs.Section(link)
		if !ok {
			return fmt.Errorf("there is no section %s; fragscope explain --spec lists all", link)
		}
		if i > 0 {
			e.printf("\n")
		}
		e.printf("%s\n\n%s\n", link, strings.TrimSpace(text))
	}
	return nil
}
