package decoder

import "strconv"

// What a person writes to say what is wanted of a server.

// partNames name the parts as ParseParts takes them.
var partNames = [...]string{"info", "rules", "players", "teams"}

// PartNames returns the names of the parts.
func PartNames() []string { return partNames[:] }

// ParseParts reads names of parts with commas between, such as "info,players".
func ParseParts(text string) (Parts, error) {
	var parts Parts
	err := eachWord(text, func(word string) error {
		for i, n := range partNames {
			if n == word {
				parts |= 1 << i
				return nil
			}
		}
		return QueryError("there is no part " + word + "; expected info, rules, players or teams")
	})
	return parts, err
}

// SetFlags reads which flag bytes a UGP query carries: sections (server,
// players, teams, rules), each with or without its flags as a hexadecimal
// number, with commas between: "server=7d,players=03,rules". server-extra and
// players-extra are the bytes of extra flags, and teams-first puts the flags of
// teams before those of players (protocol/ugp/SPEC.md#query-request).
func (a *Ask) SetFlags(text string) error {
	q := &a.Query
	return eachWord(text, func(word string) error {
		name, number, given := word, "", false
		for i := range len(word) {
			if word[i] == '=' {
				name, number, given = word[:i], word[i+1:], true
				break
			}
		}
		var to *uint8
		section := uint8(0)
		switch name {
		case "server":
			to, section = &q.ServerFlags, ugpServerSection
		case "server-extra":
			to, section = &q.ExtraServerFlags, ugpServerSection
			q.ServerFlags |= ugpServerMore
		case "players":
			to, section = &q.PlayerFlags, ugpPlayerSection
		case "players-extra":
			to, section = &q.ExtraPlayerFlags, ugpPlayerSection
			q.PlayerFlags |= ugpPlayerMore
		case "teams":
			to, section = &q.TeamFlags, ugpTeamSection
		case "rules":
			to, section = &q.RuleFlags, ugpRuleSection
		case "teams-first":
			q.TeamsBeforePlayer = true
			return nil
		default:
			return QueryError("there are no flags " + name + "; expected server, server-extra, players, players-extra, teams, rules or teams-first")
		}
		q.Flags |= section
		if !given {
			return nil
		}
		if len(number) > 2 && number[0] == '0' && number[1]|0x20 == 'x' {
			number = number[2:]
		}
		v, err := strconv.ParseUint(number, 16, 8)
		if err != nil {
			return QueryError("the flags of " + name + " are " + number + "; expected a hexadecimal number from 0 to FF")
		}
		*to |= uint8(v)
		return nil
	})
}

// eachWord calls do for the words of a list with commas between, until one fails.
func eachWord(text string, do func(string) error) error {
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != ',' {
			continue
		}
		if word := trimBlanks(text[start:i]); word != "" {
			if err := do(word); err != nil {
				return err
			}
		}
		start = i + 1
	}
	return nil
}
