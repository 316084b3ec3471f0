package golua

import "strings"

const module = "fragscope/"

// Decoder is the translation of everything that decodes a payload, from the
// module in dir.
func Decoder(dir string) Config {
	return Config{
		Dir: dir, Package: module + "decoder",
		Roots: in("decoder", "payload protocols", "decoder/lookalike", "Problem",
			"decoder/wire", "MessageInfo.Descriptor MessageInfo.Protocol Reader.Start Reader.ClosePayload Reader.Fill "+
				"StatusBuilder.Message Message.AppendNote Message.AppendValue Message.AppendPlain Message.AppendSentence "+
				"cp1252Rune Message.AppendName Message.Key Message.Child Message.MatchKey MatchKey.Answers "+
				"AppendEscaped KindSizes kindNames "+
				"Kind.Number Kind.Signed DefUnknown DefUnparsed DefSurplus DefStray CoreProblems"),
		// What only explain shows.
		Erased: in("decoder/wire", "FieldDef.Doc FieldDef.Source ProblemInfo.Story ProblemInfo.Source MessageInfo.Doc "+
			"KeyInfo.Doc Protocol.Doc "+
			"Protocol.DependentFields Protocol.Check Protocol.Merge Protocol.Reassemble Section.Source "+
			"Docs.Spec"),
		Native: in("decoder/wire", "LE16 LE32 BE16 BE32 PlainASCII ScanPlain IndexByte Hash Fnv appendCP1252 Invisible "+
			"Reader.Add Texts.Plain places.Of places.set",
			"decoder/internal/backslash", "findWord", "decoder/internal/idtech", "Word"),
		Structs:   in("decoder/wire", "Options Reader Message StatusBuilder"),
		Constants: in("decoder/wire", "RoleRule RoleValue KindCount Request Reply Likely FlagLength FlagSpecial LinkNone"),
		NoInit:    []string{module + "decoder"},
	}
}

func in(pairs ...string) (all []string) {
	for i := 0; i < len(pairs); i += 2 {
		for _, name := range strings.Fields(pairs[i+1]) {
			all = append(all, module+pairs[i]+"."+name)
		}
	}
	return all
}
