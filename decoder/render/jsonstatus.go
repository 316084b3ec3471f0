package render

import "fragscope/decoder"

// status writes the object of a status; what is unknown is null.
func (w *jsonWriter) status(s *decoder.Status) {
	if s == nil {
		w.str("null")
		return
	}
	w.str(`{"protocol":`)
	w.text(s.Protocol.String())
	w.optText(`,"name":`, s.Name)
	w.optText(`,"map":`, s.Map)
	w.optText(`,"mapTitle":`, s.MapTitle)
	w.optText(`,"gameType":`, s.GameType)
	w.optText(`,"game":`, s.Game)
	w.optInt(`,"gamePort":`, s.GamePort)
	w.optInt(`,"queryPort":`, s.QueryPort)
	w.optInt(`,"players":`, s.Players)
	w.optInt(`,"maxPlayers":`, s.MaxPlayers)
	w.optBool(`,"password":`, s.Password)
	w.optText(`,"version":`, s.Version)
	w.str(",")
	w.newline(1)
	w.rules(`"rules":`, s.Rules)
	w.str(",")
	w.newline(1)
	w.str(`"mutators":`)
	w.mutators(s.Mutators)
	w.str(",")
	w.newline(1)
	w.str(`"playerList":`)
	w.players(s.PlayerList)
	w.str(",")
	w.newline(1)
	w.str(`"teams":`)
	w.teams(s.Teams)
	w.optBool(`,"complete":`, s.Complete)
	w.str("}")
}

func (w *jsonWriter) optText(key string, v decoder.Opt[string]) {
	w.str(key)
	if !v.Known {
		w.str("null")
		return
	}
	w.text(v.Value)
}

func (w *jsonWriter) optInt(key string, v decoder.Opt[int64]) {
	w.str(key)
	if !v.Known {
		w.str("null")
		return
	}
	w.int(v.Value)
}

func (w *jsonWriter) optBool(key string, v decoder.Opt[bool]) {
	w.str(key)
	if !v.Known {
		w.str("null")
		return
	}
	w.bool(v.Value)
}

func (w *jsonWriter) rules(key string, rules []decoder.Rule) {
	w.str(key)
	if rules == nil {
		w.str("null")
		return
	}
	w.str("[")
	for i := range rules {
		w.comma(i)
		w.str(`{"key":`)
		w.text(rules[i].Key)
		w.str(`,"value":`)
		w.text(rules[i].Value)
		w.str("}")
	}
	w.str("]")
}

func (w *jsonWriter) mutators(names []string) {
	if names == nil {
		w.str("null")
		return
	}
	w.str("[")
	for i, n := range names {
		w.comma(i)
		w.text(n)
	}
	w.str("]")
}

func (w *jsonWriter) players(list []decoder.Player) {
	if list == nil {
		w.str("null")
		return
	}
	w.str("[")
	for i := range list {
		p := &list[i]
		w.comma(i)
		w.newline(2)
		w.optInt(`{"id":`, p.ID)
		w.optText(`,"name":`, p.Name)
		w.optInt(`,"ping":`, p.Ping)
		w.optInt(`,"score":`, p.Score)
		w.optInt(`,"team":`, p.Team)
		w.rules(`,"extra":`, p.Extra)
		w.str("}")
	}
	w.str("]")
}

func (w *jsonWriter) teams(list []decoder.Team) {
	if list == nil {
		w.str("null")
		return
	}
	w.str("[")
	for i := range list {
		t := &list[i]
		w.comma(i)
		w.newline(2)
		w.optInt(`{"id":`, t.ID)
		w.optText(`,"name":`, t.Name)
		w.optInt(`,"score":`, t.Score)
		w.optInt(`,"size":`, t.Size)
		w.rules(`,"extra":`, t.Extra)
		w.str("}")
	}
	w.str("]")
}
