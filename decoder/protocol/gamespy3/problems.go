package gamespy3

import "fragscope/decoder/wire"

// Problems of GameSpy 3 and of the settings of UT3.
var (
	problemNothingAsked = wire.ProblemInfo{
		Code: "gamespy3-nothing-asked", Severity: wire.SeverityWarning,
		Message: "The request ends after its id; its options are missing.",
		Advice:  "Options such as FF FF FF 01 belong here: rules, players, teams, numbered datagrams.",
	}
	problemChallengeNone = wire.ProblemInfo{
		Code: "gamespy3-challenge-none", Severity: wire.SeverityNote,
		Message: "The server requires no challenge.",
		Advice:  "Leave the four challenge bytes out of the data request.",
		Story: "A challenge of 0 or without digits comes from servers that answer at once. The data request is then the " +
			"id and the options alone.",
	}
	problemChallengeText = wire.ProblemInfo{
		Code: "gamespy3-challenge-no-number", Severity: wire.SeverityWarning,
		Message: "The challenge is {text}, which is not a number.",
		Advice:  "A data request cannot carry it; ask again.",
	}
	problemChallengeWide = wire.ProblemInfo{
		Code: "gamespy3-challenge-wide", Severity: wire.SeverityNote,
		Message: "The challenge {a} does not fit 32 bits.",
		Advice:  "The data request carries its lowest 32 bits.",
	}
	problemSplitnum = wire.ProblemInfo{
		Code: "gamespy3-splitnum-differs", Severity: wire.SeverityWarning,
		Message: "Expected the word splitnum; found {text}.",
		Advice:  "The word is the same in every reply that is known; the datagram is read as if it were there.",
		Story:   "One description calls the word random. It is a constant in all captures, and programs look for it.",
	}
	problemKeyAlone = wire.ProblemInfo{
		Code: "gamespy3-key-without-value", Severity: wire.SeverityNote,
		Message: "The key {text} has no value: the next text is a key itself.",
		Advice:  "The value is unknown; the keys after it are read in step.",
		Story: "Some UT3 servers write the key p268435968 and no value at all, not even an empty one. A reader that " +
			"takes texts two by two assigns every later value to the wrong key.",
	}
	problemKeyAtEnd = wire.ProblemInfo{
		Code: "gamespy3-key-at-end", Severity: wire.SeverityNote,
		Message: "The datagram ends after the key {text}; its value did not fit.",
		Advice:  "The next datagram sends the pair again; without it the value is unknown.",
	}
	problemSectionOpen = wire.ProblemInfo{
		Code: "gamespy3-section-open", Severity: wire.SeverityWarning, Damage: true,
		Message: "The reply ends inside a section.",
		Advice:  "The server did not send the rest: later values and fields are unknown.",
	}
	problemSectionUnknown = wire.ProblemInfo{
		Code: "gamespy3-section-unknown", Severity: wire.SeverityWarning,
		Message: "Expected the start of a section; found {a} other bytes.",
		Advice:  "Sections begin with 01 for players or 02 for teams; these bytes are kept as unknown.",
	}
	problemSectionNoEnd = wire.ProblemInfo{
		Code: "gamespy3-section-without-end", Severity: wire.SeverityNote,
		Message: "A section begins before the previous one has ended.",
		Advice:  "The NUL that ends a section is missing; every value is there.",
	}
	problemRosterShort = wire.ProblemInfo{
		Code: "gamespy3-roster-short", Severity: wire.SeverityWarning, Damage: true,
		Message: "The list should have {a} {a|player|players}; the datagram ends after {b}.",
		Advice:  "It is cut: the players at the end are unknown. A large list takes a datagram that IP has to split.",
	}
	problemFieldName = wire.ProblemInfo{
		Code: "gamespy3-field-name", Severity: wire.SeverityNote,
		Message: "The field name {text} does not end in an underscore or _t.",
		Advice:  "Either the game names its fields otherwise, or the bytes before it were read wrongly.",
	}
	problemLowBytes = wire.ProblemInfo{
		Code: "gamespy3-characters-lost", Severity: wire.SeverityNote,
		Message: "{field} has control characters: of each character only its low byte was sent.",
		Advice:  "Of text beyond Western Europe half of every character is lost; what is shown is not what players see.",
	}
	problemArraysUnequal = wire.ProblemInfo{
		Code: "gamespy3-arrays-unequal", Severity: wire.SeverityWarning,
		Message: "{field} has {a} values where the longest field of its section has {b}.",
		Advice:  "The values that are missing are unknown; the server cut the list, or a datagram is missing.",
	}
	problemMapnameDump = wire.ProblemInfo{
		Code: "ut3-mapname-is-dump", Severity: wire.SeverityNote,
		Message: "The value of mapname is a list of all settings, not a map.",
		Advice:  "The map is p1073741825. The list repeats the settings that follow and may be cut; do not read it.",
		Story: "UT3 writes every setting as key=value, joined by commas, into the field that should hold the map. Values " +
			"may hold commas themselves, so the list cannot be taken apart safely; " +
			"each setting comes again as a pair of its own.",
	}
)
