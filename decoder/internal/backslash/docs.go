package backslash

import (
	"fragscope/decoder/wire"
)

// Docs is what the folder of GameSpy 1 explains.
var Docs = wire.Define(wire.Docs{
	Spec: "protocol/gamespy1/SPEC.md",
	Sections: []wire.Section{
		{Prefix: "gamespy1", Source: "#pairs", Fields: []*wire.FieldDef{&Pair, &PairKey, &PairValue}},
		{Prefix: "gamespy1", Source: "#errors-in-descriptions", Fields: []*wire.FieldDef{&LineBreak}},
		{Prefix: "gamespy1", Source: "#pairs", Fields: []*wire.FieldDef{&Stray, &StartText}},
		{Prefix: "gamespy1", Source: "#query-ids, protocol/gamespy1/SPEC.md#end-of-an-answer",
			Layouts: []wire.Layout{QueryID[:], Final[:]}},
		{Prefix: "gamespy1", Source: "#secure-and-validate", Fields: []*wire.FieldDef{&Validate}},
		{Source: "#query-ids", Problems: []*wire.ProblemInfo{&ProblemQueryID}},
		{Source: "protocol/heartbeat/SPEC.md#messages, protocol/unrealmaster/SPEC.md#text-masters",
			Problems: []*wire.ProblemInfo{&ProblemSecureReading}},
		{Source: "#errors-in-descriptions", Problems: []*wire.ProblemInfo{&ProblemLineBreak}},
		{Source: "#transport", Problems: []*wire.ProblemInfo{&ProblemTrailingNUL, &ProblemBackslashStart}},
		{Source: "#pairs", Problems: []*wire.ProblemInfo{&ProblemStrayBackslash, &ProblemNoValue}},
		{Source: "#errors-in-descriptions", Problems: []*wire.ProblemInfo{&ProblemMissingBackslash}},
		{Source: "#errors-in-descriptions, protocol/gamespy1/SPEC.md#secure-and-validate",
			Problems: []*wire.ProblemInfo{&ProblemValidateBackslash}},
		{Source: "#secure-and-validate", Problems: []*wire.ProblemInfo{&ProblemValidateWrong}},
	},
})

// MasterDocs is what the folder of the Unreal masters explains.
var MasterDocs = wire.Define(wire.Docs{
	Spec: "protocol/unrealmaster/SPEC.md",
	Sections: []wire.Section{
		{Prefix: "unreal-master", Source: "#text-masters", Layouts: []wire.Layout{MasterServer[:]},
			Problems: []*wire.ProblemInfo{&ProblemServerAddress}},
	},
})

// HeartbeatDocs is what the folder of the heartbeat explains.
var HeartbeatDocs = wire.Define(wire.Docs{
	Spec: "protocol/heartbeat/SPEC.md",
	Sections: []wire.Section{
		{Prefix: "unreal-heartbeat.port", Source: "#messages", Layouts: []wire.Layout{HeartbeatLayout[:]}},
	},
})
