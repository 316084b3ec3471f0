package render

import (
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// statuses ends the object of a report: the status of the first server, and of
// the others where there are any.
func (w *jsonWriter) statuses(servers []*decoder.Status) {
	w.str("],\n\"status\":")
	w.status(servers[0])
	if others := servers[1:]; len(others) > 0 {
		w.str(",\n\"otherServers\":[")
		for i, s := range others {
			w.comma(i)
			w.newline(1)
			w.status(s)
		}
		w.str("]")
	}
	w.str("}\n")
}

// status writes the object of a status; what is unknown is null.
func (w *jsonWriter) status(s *decoder.Status) {
	if s == nil {
		w.str("null")
		return
	}
	w.str(`{"protocol":`)
	w.text(s.Protocol.String())
	opt(w, `,"name":`, s.Name)
	opt(w, `,"map":`, s.Map)
	opt(w, `,"mapTitle":`, s.MapTitle)
	opt(w, `,"gameType":`, s.GameType)
	opt(w, `,"game":`, s.Game)
	opt(w, `,"gameTitle":`, s.GameTitle)
	opt(w, `,"gamePort":`, s.GamePort)
	opt(w, `,"queryPort":`, s.QueryPort)
	opt(w, `,"players":`, s.Players)
	opt(w, `,"maxPlayers":`, s.MaxPlayers)
	opt(w, `,"bots":`, s.Bots)
	opt(w, `,"password":`, s.Password)
	opt(w, `,"version":`, s.Version)
	w.str(",")
	w.newline(1)
	w.rules(`"rules":`, s.Rules)
	w.str(",")
	w.newline(1)
	list(w, `"mutators":`, s.Mutators, func(name *string) { w.text(*name) })
	w.str(",")
	w.newline(1)
	list(w, `"playerList":`, s.PlayerList, func(p *wire.Player) {
		w.newline(2)
		opt(w, `{"id":`, p.ID)
		opt(w, `,"name":`, p.Name)
		opt(w, `,"ping":`, p.Ping)
		opt(w, `,"score":`, p.Score)
		opt(w, `,"team":`, p.Team)
		w.rules(`,"extra":`, p.Extra)
		w.str("}")
	})
	w.str(",")
	w.newline(1)
	list(w, `"teams":`, s.Teams, func(t *wire.Team) {
		w.newline(2)
		opt(w, `{"id":`, t.ID)
		opt(w, `,"name":`, t.Name)
		opt(w, `,"score":`, t.Score)
		opt(w, `,"size":`, t.Size)
		w.rules(`,"extra":`, t.Extra)
		w.str("}")
	})
	opt(w, `,"complete":`, s.Complete)
	w.str("}")
}

// opt writes a key and its value.
func opt[T int64 | string | bool](w *jsonWriter, key string, o wire.Opt[T]) {
	w.str(key)
	if !o.Known {
		w.str("null")
		return
	}
	switch v := any(o.Value).(type) {
	case string:
		w.text(v)
	case int64:
		w.int(v)
	case bool:
		w.bool(v)
	}
}

// list writes a key and what is written of each item.
func list[T any](w *jsonWriter, key string, items []T, write func(*T)) {
	w.str(key)
	if items == nil {
		w.str("null")
		return
	}
	w.str("[")
	for i := range items {
		w.comma(i)
		write(&items[i])
		w.endRow()
	}
	w.str("]")
}

func (w *jsonWriter) rules(key string, rules []wire.Rule) {
	list(w, key, rules, func(r *wire.Rule) {
		w.str(`{"key":`)
		w.text(r.Key)
		w.str(`,"value":`)
		w.text(r.Value)
		w.str("}")
	})
}
