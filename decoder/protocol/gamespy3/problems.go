package gamespy3

import "fragscope/decoder/wire"

// Problems of GameSpy 3 and of the settings of UT3.
var (
	problemNothingAsked = wire.Warning("gamespy3-nothing-asked",
		"The request ends after its id; its options are missing.",
		"Options such as FF FF FF 01 belong here: rules, players, teams, numbered datagrams.")
	problemChallengeNone = wire.ProblemInfo{Code: "gamespy3-challenge-none", Severity: wire.SeverityNote,
		Message: "The server requires no challenge.", Advice: "Leave the four challenge bytes out of the data request.",
		Story: "A challenge of 0 or without digits comes from servers that answer at once. The data request is then " +
			"the id and the options alone."}
	problemChallengeText = wire.Warning("gamespy3-challenge-no-number",
		"The challenge is {text}, which is not a number.", "A data request cannot carry it; ask again.")
	problemChallengeWide = wire.Note("gamespy3-challenge-wide", "The challenge {a} does not fit 32 bits.",
		"The data request carries its lowest 32 bits.")
	problemSplitnum = wire.ProblemInfo{Code: "gamespy3-splitnum-differs", Severity: wire.SeverityWarning,
		Message: "Expected the word splitnum; found {text}.",
		Advice:  "The word is the same in every reply that is known; the datagram is read as if it were there.",
		Story:   "One description calls the word random. It is a constant in all captures, and programs look for it."}
	problemKeyAlone = wire.ProblemInfo{Code: "gamespy3-key-without-value", Severity: wire.SeverityNote,
		Message: "The key {text} has no value: the next text is a key itself.",
		Advice:  "The value is unknown; the keys after it are read in step.",
		Story: "Some UT3 servers write the key p268435968 and no value at all, not even an empty one. A reader that " +
			"takes texts two by two assigns every later value to the wrong key."}
	problemKeyAtEnd = wire.Note("gamespy3-key-at-end", "The datagram ends after the key {text}; its value did not fit.",
		"The next datagram sends the pair again; without it the value is unknown.")
	problemSectionOpen = wire.Damage("gamespy3-section-open", "The reply ends inside a section.",
		"The server did not send the rest: later values and fields are unknown.")
	problemSectionUnknown = wire.Warning("gamespy3-section-unknown",
		"Expected the start of a section; found {a} other bytes.",
		"Sections begin with 01 for players or 02 for teams; these bytes are kept as unknown.")
	problemSectionNoEnd = wire.Note("gamespy3-section-without-end",
		"A section begins before the previous one has ended.",
		"The NUL that ends a section is missing; every value is there.")
	problemRosterShort = wire.Damage("gamespy3-roster-short",
		"The list should have {a} {a|player|players}; the datagram ends after {b}.",
		"It is cut: the players at the end are unknown. A large list takes a datagram that IP has to split.")
	problemFieldName = wire.Note("gamespy3-field-name", "The field name {text} does not end in an underscore or _t.",
		"Either the game names its fields otherwise, or the bytes before it were read wrongly.")
	problemLowBytes = wire.Note("gamespy3-characters-lost",
		"{field} has control characters: of each character only its low byte was sent.",
		"Of text beyond Western Europe half of every character is lost; what is shown is not what players see.")
	problemArraysUnequal = wire.Warning("gamespy3-arrays-unequal",
		"{field} has {a} values where the longest field of its section has {b}.",
		"The values that are missing are unknown; the server cut the list, or a datagram is missing.")
	problemMapnameDump = wire.ProblemInfo{Code: "ut3-mapname-is-dump", Severity: wire.SeverityNote,
		Message: "The value of mapname is a list of all settings, not a map.",
		Advice:  "The map is p1073741825. The list repeats the settings that follow and may be cut; do not read it.",
		Story: "UT3 writes every setting as key=value, joined by commas, into the field that should hold the map. " +
			"Values may hold commas themselves, so the list cannot be taken apart safely; each setting comes again " +
			"as a pair of its own."}
)
