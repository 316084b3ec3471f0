package record

import (
	"fragscope/decoder/wire"
)

// Docs is what the folder of Unreal2 explains.
var Docs = wire.Define(wire.Docs{
	Spec: "protocol/unreal2/SPEC.md",
	Sections: []wire.Section{
		{Prefix: "unreal2.info", Source: "#server-info-reply",
			Layouts: []wire.Layout{InfoHead[:], InfoPlayers[:], InfoWaves[:], InfoPing[:], InfoFlags[:], InfoFlagsKF[:],
				InfoArrays[:]}},
		{Prefix: "unreal2.rules", Source: "#rules-reply", Fields: []*wire.FieldDef{&Rule}, Layouts: []wire.Layout{Pair[:]}},
		{Prefix: "unreal2.players", Source: "#player-list-reply", Fields: []*wire.FieldDef{&Player},
			Layouts: []wire.Layout{PlayerRecord[:]}},
		{Source: "protocol/unrealmaster/SPEC.md#server-session", Problems: []*wire.ProblemInfo{&ProblemArrayShort}},
	},
})
