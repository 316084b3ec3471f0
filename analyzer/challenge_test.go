package analyzer

import (
	"slices"
	"testing"

	"fragscope/analyzer/flow"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder/keys"
)

// TestChallenges: an answer is checked against the challenge in another packet,
// and counts for its exchange and for the report.
func TestChallenges(t *testing.T) {
	const master, other = "203.0.113.6:27900", "198.51.100.8:7778"
	right, _ := keys.Validate("QWERTY", "ut")
	reply := func(answer string) []byte { return []byte(`\validate\` + answer + `\queryid\1.1\final\`) }
	for _, c := range []struct {
		name  string
		scene *scene
		wrong int64 // packet with a wrong answer
	}{
		{"a query", newScene().send(client, game, []byte(`\secure\QWERTY`)).wait(40).send(game, client, reply("AAAAAAAA")),
			2},
		{"a query, answered right", newScene().send(client, game, []byte(`\secure\QWERTY`)).wait(40).send(game, client,
			reply(right)), 0},
		{"two servers", newScene().send(client, game, []byte(`\secure\QWERTY`)).send(client, other, []byte(`\secure\ABCDEF`)).
			wait(40).
			send(game, client, reply(right)).send(other, client, reply(right)), 4},
		{"the answer first", newScene().send(game, client, reply("AAAAAAAA")).wait(40).send(client, game,
			[]byte(`\secure\QWERTY`)), 0},
		{"a heartbeat", newScene().send(game, master, []byte(`\heartbeat\7778\gamename\ut`)).wait(40).send(master, game,
			[]byte(`\secure\QWERTY`)).wait(40).
			send(game, master, []byte(`\validate\AAAAAAAA\final\`)), 3},
		{"a heartbeat, answered right", newScene().send(game, master, []byte(`\heartbeat\7778\gamename\ut`)).wait(40).send(
			master, game, []byte(`\secure\QWERTY`)).wait(40).
			send(game, master, []byte(`\validate\`+right+`\final\`)), 0},
	} {
		r, all := c.scene.report(t)
		var at int64
		if p := r.Problems["validate-wrong"]; p != nil {
			at = p.Examples[0].Number
		}
		told := slices.ContainsFunc(all, func(x *report.Exchange) bool {
			return slices.Contains(x.Problems, "validate-wrong")
		})
		if at != c.wrong || told != (c.wrong != 0) {
			t.Errorf("%s: a wrong answer in packet %d, in an exchange: %v; want %d", c.name, at, told, c.wrong)
		}
		for _, near := range []bool{false, true} {
			checkParts(t, c.scene.packets, []int{1, 2}, 3, near, r, all)
		}
	}
}

// TestChallengeOfMaster is that for a conversation with a master over TCP.
func TestChallengeOfMaster(t *testing.T) {
	right, _ := keys.Validate("QWERTY", "ut")
	for answer, want := range map[string]bool{right: false, "AAAAAAAA": true} {
		r := report.NewReport()
		newCollector(&record.Options{}, r).conversation(&flow.Conversation{Turns: []flow.Turn{
			{Data: []byte(`\basic\\secure\QWERTY`), Packet: 1},
			{Data: []byte(`\gamename\ut\location\0\validate\` + answer + `\final\\list\\gamename\ut\final\`), Packet: 2,
				FromClient: true},
		}})
		if p := r.Problems["validate-wrong"]; (p != nil) != want || len(r.Streams) != 1 {
			t.Errorf("answer %s: problems %v in %d conversations", answer, r.Problems, len(r.Streams))
		}
	}
}
