package decoder

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// Settings returns the details of requests of p that a user may give.
func Settings(p wire.ProtocolID) []ask.Setting {
	if settings := ClientOf(p).Settings; settings != nil {
		return settings()
	}
	return nil
}

// AllSettings returns the settings of all protocols, each name once. Its doc says
// of which protocols it is, and what they mean by it. To set it, use [Set].
func AllSettings() []ask.Setting {
	var all []ask.Setting
	for _, p := range protocols {
		for _, s := range Settings(p.ID) {
			if settingAt(all, s.Name) < 0 {
				s.Doc, s.Set = meanings(s.Name), nil
				all = append(all, s)
			}
		}
	}
	return all
}

// meanings says what protocols mean by a setting: "gamespy2, gamespy3: an id".
func meanings(name string) string {
	var docs []string // each once
	speak := map[string]string{}
	for _, p := range protocols {
		all := Settings(p.ID)
		i := settingAt(all, name)
		if i < 0 {
			continue
		}
		doc := all[i].Doc
		if speak[doc] == "" {
			docs = append(docs, doc)
		} else {
			speak[doc] += ", "
		}
		speak[doc] += p.ID.String()
	}
	text, separator := "", ""
	for _, doc := range docs {
		text += separator + speak[doc] + ": " + doc
		separator = "; "
	}
	return text
}

// settingAt returns the place of a setting in a list, -1 for none.
func settingAt(list []ask.Setting, name string) int {
	for i := range list {
		if list[i].Name == name {
			return i
		}
	}
	return -1
}

// Set sets a detail of q by the name of a setting. An error says what is wrong
// with the value, or which settings exist.
func Set(q *ask.Query, name, value string) error {
	all := Settings(q.Protocol)
	if i := settingAt(all, name); i >= 0 {
		return all[i].Set(q, value)
	}
	s := "requests of protocol " + q.Protocol.String() + " have no " + name
	sep := "; they have "
	for i := range all {
		s += sep + all[i].Name
		sep = ", "
	}
	return ask.QueryError(s)
}
