package answer

import "fragscope/decoder/wire"

// A FieldSource says what a status has for a field: a text, or a number that the
// field can hold. Where nothing is known they are those that say so.
type FieldSource func(d *wire.FieldDef) (text string, number int64, known bool)

// Known returns the bits of the fields of l that something is known for.
func (t FieldSource) Known(l wire.Layout) (flags uint8) {
	for i := range l {
		if _, _, known := t(&l[i]); known {
			flags |= 1 << i
		}
	}
	return flags
}

// All are the bits of every field of a layout.
const All = 0xff

// Append appends the fields of l whose bits are set; text appends a text.
func (t FieldSource) Append(b []byte, l wire.Layout, flags uint8, text func([]byte, string) []byte) []byte {
	for i := range l {
		if flags>>i&1 == 0 {
			continue
		}
		switch s, n, _ := t(&l[i]); l[i].Kind {
		case wire.KindText:
			b = text(b, s)
		default:
			b = wire.AppendNumber(b, l[i].Kind, uint64(n))
		}
	}
	return b
}

// fit returns the number nearest to v that d can hold.
func fit(v wire.Opt[int64], d *wire.FieldDef) (string, int64, bool) {
	least, most := int64(0), int64(1)<<(8*d.Kind.Size())-1
	if d.Kind.Signed() {
		least, most = -(most+1)/2, most/2
	}
	if d.Role == wire.RoleGamePort || d.Role == wire.RoleQueryPort {
		most = 65535
	}
	return "", Clamp(v, least, most), v.Known
}

// Server tells about the server itself.
func Server(s *wire.Status) FieldSource {
	return func(d *wire.FieldDef) (string, int64, bool) {
		if text := s.Text(d.Role); text != nil {
			return text.Value, 0, text.Known
		}
		switch number := s.Number(d.Role); {
		case d.Role == wire.RolePlayers:
			return fit(PlayerCount(s), d)
		case number != nil:
			return fit(*number, d)
		case d.Role == wire.RolePassword && s.Password.Value:
			return "", 1, true
		}
		return "", 0, d.Role == wire.RolePassword && s.Password.Known
	}
}

// Player tells about a player; id is for one without.
func Player(p *wire.Player, id int) FieldSource {
	return func(d *wire.FieldDef) (text string, number int64, known bool) {
		switch d.Role {
		case wire.RolePlayerID:
			return fit(wire.Some(p.ID.Or(int64(id))), d)
		case wire.RolePlayerName:
			return p.Name.Value, 0, p.Name.Known
		case wire.RolePlayerPing:
			return fit(p.Ping, d)
		case wire.RolePlayerScore:
			return fit(p.Score, d)
		case wire.RolePlayerTeam:
			_, number, _ = fit(wire.Some(p.Team.Or(255)), d)
			return "", number, p.Team.Known
		case wire.RolePlayerStats: // the team + 1 in the top three bits
			if p.Team.Known && p.Team.Value >= 0 && p.Team.Value < 7 {
				number = (p.Team.Value + 1) << 29
			}
		case wire.RolePlayerExtra:
			text, known = ExtraValue(p.Extra, d.Name)
			number = NumberOr(text, 0)
		}
		return text, number, known
	}
}

// Team tells about a team.
func Team(t *wire.Team) FieldSource {
	return func(d *wire.FieldDef) (string, int64, bool) {
		switch d.Role {
		case wire.RoleTeamName:
			return t.Name.Value, 0, t.Name.Known
		case wire.RoleTeamScore:
			return fit(t.Score, d)
		case wire.RoleTeamSize:
			return fit(t.Size, d)
		}
		return "", 0, false
	}
}
