package ugp

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Replies of UGP (protocol/ugp/SPEC.md#query-reply). What is requested and
// known is answered; the flags of the reply say what that is. Extra server
// information and teams have no documented layout: when requested, they are
// written as decode.go reads them.

func Replies(r *answer.Writer, request *wire.Message) {
	head := append(append(make([]byte, 0, 256), identifier...), 1)
	switch request.Info {
	case &pingRequest:
		r.Send(append(head, 0x80))
		return
	case &queryRequest:
	default:
		r.Err = answer.ErrNoRequest
		return
	}
	var asked [len(ugpRequest)]uint8
	for i := range request.Fields {
		for k := range ugpRequest {
			if f := &request.Fields[i]; f.Def == &ugpRequest[k] {
				asked[k] = uint8(f.Value)
			}
		}
	}
	flags := asked[ugpRequestFlags] & (serverSection | playerSection | teamSection | ruleSection)
	if len(r.Status.Teams) == 0 {
		flags &^= teamSection
	}
	if flags == 0 {
		return
	}
	b := append(head, 0x81, game(r), flags)
	if flags&serverSection != 0 {
		b = serveServer(b, answer.Server(r.Status), asked[requestServer], asked[requestServerExtra])
	}
	if flags&teamSection != 0 {
		b = serveTeams(b, r.Status.Teams[:min(len(r.Status.Teams), 255)], asked[requestTeams])
	}
	if flags&playerSection != 0 {
		b = servePlayers(b, r.Status.PlayerList[:min(len(r.Status.PlayerList), 255)], asked[requestPlayers],
			asked[requestPlayersExtra])
	}
	if flags&ruleSection != 0 {
		rules := r.Status.Rules[:min(len(r.Status.Rules), 255)]
		b = append(b, byte(len(rules)))
		for _, rule := range rules {
			b = appendPString(appendPString(b, rule.Key), rule.Value)
		}
	}
	r.Send(b)
}

// game returns the number of the game.
func game(r *answer.Writer) byte {
	for _, s := range games.List {
		if r.Status.Game.Known && wire.EqualFold(s.Name, r.Status.Game.Value) {
			return byte(s.Value)
		}
	}
	return byte(games.List[1].Value)
}

// appendPString appends a length of one byte, which counts the closing NUL, and
// the text.
func appendPString(b []byte, s string) []byte {
	text := answer.AppendReplyBytes(nil, answer.ReplyText(s))
	if len(text) == 0 {
		return append(b, 0)
	}
	text = text[:min(len(text), 254)]
	return append(append(append(b, byte(len(text)+1)), text...), 0)
}

func serveServer(b []byte, server answer.FieldSource, asked, extra uint8) []byte {
	extra &= server.Known(serverExtra[:])
	flags := asked & server.Known(ugpServer[:])
	if extra != 0 {
		flags |= asked & serverMore
	}
	b = append(b, flags)
	b = server.Append(b, ugpServer[:1], flags, appendPString)
	if flags&serverMore != 0 {
		b = server.Append(append(b, extra), serverExtra[:], extra, appendPString)
	}
	return server.Append(b, ugpServer[2:], flags>>2, appendPString)
}

// unserved are the extra flags of what no status says about a player: when he
// joined, and where he is.
const unserved = 0x06

func servePlayers(b []byte, players []wire.Player, asked, askedExtra uint8) []byte {
	b = append(b, byte(len(players)))
	if len(players) == 0 {
		return b
	}
	flags, extra := uint8(0), uint8(0)
	for i := range players {
		p := answer.Player(&players[i], i)
		flags |= asked & p.Known(playerRecord[:])
		extra |= askedExtra &^ unserved & p.Known(playerMoreRecord[:])
	}
	if asked&playerMore == 0 {
		extra = 0
	}
	if extra != 0 {
		b = append(b, flags|playerMore, extra)
	} else {
		b = append(b, flags)
	}
	for i := range players {
		p := answer.Player(&players[i], i)
		b = p.Append(b, playerRecord[:], flags, appendPString)
		b = p.Append(b, playerMoreRecord[:], extra, appendPString)
	}
	return b
}

func serveTeams(b []byte, teams []wire.Team, asked uint8) []byte {
	flags := uint8(0)
	for i := range teams {
		flags |= asked & answer.Team(&teams[i]).Known(teamRecord[:])
	}
	b = append(b, byte(len(teams)), flags)
	for i := range teams {
		b = answer.Team(&teams[i]).Append(b, teamRecord[:], flags, appendPString)
	}
	return b
}
