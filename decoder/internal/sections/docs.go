package sections

import (
	"fragscope/decoder/wire"
)

// Docs is what the folder of GameSpy 2 explains.
var Docs = wire.Define(wire.Docs{
	Spec: "protocol/gamespy2/SPEC.md",
	Sections: []wire.Section{
		{Prefix: "gamespy2", Source: "#messages", Layouts: []wire.Layout{Info[:], Table[:], Players[:], Teams[:]}},
		{Source: "#quirks", Problems: []*wire.ProblemInfo{&ProblemRowsMissing, &ProblemNoCount, &ProblemPadded}},
		{Source: "#status-reply", Problems: []*wire.ProblemInfo{&ProblemInfoOpen}},
	},
})
