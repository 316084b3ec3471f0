package peer

import (
	"fmt"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// satisfactory tells no players. gamedig reads no flags, and tries the server's HTTPS API
// as well, which is not emulated.
var satisfactory = family{
	game: "satisfactory", kind: "satisfactory",
	state: func(m *stateMaker) *decoder.Status {
		return &decoder.Status{Name: wire.Some(m.text()), Version: wire.Some(fmt.Sprint(m.Int64N(1 << 31))),
			Rules: []wire.Rule{{Key: "state", Value: satisfactoryStates[m.IntN(4)]},
				{Key: "modded", Value: []string{"no", "yes"}[m.IntN(2)]}}}
	},
	want: func(s *decoder.Status) (ours, theirs any) {
		ours = satisfactoryView(s)
		return ours, strings.TrimSuffix(ours.(string), " "+fmt.Sprint(s.Rules[1]))
	},
	ours: viewed(satisfactoryView),
	theirs: func(s State) any {
		return fmt.Sprint(s.Name, " ", number(s.Version), " ", wire.Rule{Key: "state",
			Value: satisfactoryStates[number(s.Raw["serverState"])]})
	},
}

var satisfactoryStates = [...]string{"offline", "idle", "loading", "playing"}

func satisfactoryView(s *decoder.Status) string {
	text := fmt.Sprint(s.Name.Value, " ", s.Version.Value)
	for _, r := range s.Rules {
		text += fmt.Sprint(" ", r)
	}
	return text
}
