package wire

import "fragscope/decoder/enum"

// The names of enumerations, as text and JSON give them.

var (
	directionNames    = [...]string{"unknown", "request", "reply"}
	confidenceNames   = [...]string{"unlikely", "possible", "likely", "certain"}
	severityNames     = [...]string{"note", "warning", "error"}
	completenessNames = [...]string{"unknown", "incomplete", "complete"}
	namingNames       = [...]string{"fixed", "numbered", "in-packet"}
	colourNames       = [...]string{"caret-hash", "caret-digit", "brackets", "section", "caret-hex", "caret-letter",
		"caret-any", "id-tech-4", "section-byte", "glyphs", "zdoom"}
	markNames = [...]string{"length", "ambiguous", "raw", "special", "utf8", "cut", "open", "superseded"}
	roleNames = [...]string{
		"none", "server-name", "map", "map-title", "game-type", "game", "game-port", "query-port", "players", "max-players",
		"password", "version", "mutator", "mutators", "rule", "key", "value", "player", "player-id", "player-name",
		"player-score", "player-ping", "player-team", "player-stats", "player-extra", "team", "team-id", "team-name",
		"team-score", "team-size", "team-extra", "server-entry", "server-host", "length", "count", "checksum", "section",
		"fragment", "array", "bots", "game-title",
	}
	_ [roleCount]string = roleNames // each has one
)

func (d Direction) String() string                { return enum.String(directionNames[:], d) }
func (d Direction) MarshalText() ([]byte, error)  { return enum.Marshal(directionNames[:], d) }
func (d *Direction) UnmarshalText(b []byte) error { return enum.Unmarshal(directionNames[:], d, b) }

func (c Confidence) String() string                { return enum.String(confidenceNames[:], c) }
func (c Confidence) MarshalText() ([]byte, error)  { return enum.Marshal(confidenceNames[:], c) }
func (c *Confidence) UnmarshalText(b []byte) error { return enum.Unmarshal(confidenceNames[:], c, b) }

func (s Severity) String() string                   { return enum.String(severityNames[:], s) }
func (s Severity) MarshalText() ([]byte, error)     { return enum.Marshal(severityNames[:], s) }
func (s *Severity) UnmarshalText(text []byte) error { return enum.Unmarshal(severityNames[:], s, text) }

func (c Completeness) String() string               { return enum.String(completenessNames[:], c) }
func (c Completeness) MarshalText() ([]byte, error) { return enum.Marshal(completenessNames[:], c) }
func (c *Completeness) UnmarshalText(b []byte) error {
	return enum.Unmarshal(completenessNames[:], c, b)
}

func (l Link) String() string                   { return enum.String(LinkNames[:], l) }
func (l Link) MarshalText() ([]byte, error)     { return enum.Marshal(LinkNames[:], l) }
func (l *Link) UnmarshalText(text []byte) error { return enum.Unmarshal(LinkNames[:], l, text) }

func (k Kind) String() string                   { return enum.String(kindNames[:], k) }
func (k Kind) MarshalText() ([]byte, error)     { return enum.Marshal(kindNames[:], k) }
func (k *Kind) UnmarshalText(text []byte) error { return enum.Unmarshal(kindNames[:], k, text) }

func (r Role) String() string                   { return enum.String(roleNames[:], r) }
func (r Role) MarshalText() ([]byte, error)     { return enum.Marshal(roleNames[:], r) }
func (r *Role) UnmarshalText(text []byte) error { return enum.Unmarshal(roleNames[:], r, text) }

func (n Naming) String() string                   { return enum.String(namingNames[:], n) }
func (n Naming) MarshalText() ([]byte, error)     { return enum.Marshal(namingNames[:], n) }
func (n *Naming) UnmarshalText(text []byte) error { return enum.Unmarshal(namingNames[:], n, text) }

func (s ColourStyle) String() string                { return enum.SetString(colourNames[:], s) }
func (s ColourStyle) MarshalText() ([]byte, error)  { return enum.MarshalSet(colourNames[:], s) }
func (s *ColourStyle) UnmarshalText(b []byte) error { return enum.UnmarshalSet(colourNames[:], s, b) }

func (m FieldFlags) String() string                { return enum.SetString(markNames[:], m) }
func (m FieldFlags) MarshalText() ([]byte, error)  { return enum.MarshalSet(markNames[:], m) }
func (m *FieldFlags) UnmarshalText(b []byte) error { return enum.UnmarshalSet(markNames[:], m, b) }
