package decoder

import (
	"cmp"
	"math/bits"
	"slices"

	"fragscope/decoder/wire"
)

// StatusOf returns what the replies among ms, those of one server, say about it
// together: the parts of a reply are joined, and of several replies to the same
// question the last one in ms counts. It returns nil when they say nothing
// about a server. The messages stay as they are.
func StatusOf(ms ...*wire.Message) *wire.Status {
	return StatusOfReplies(Assemble(ms))
}

// StatusOfReplies is [StatusOf] for replies that are assembled already.
func StatusOfReplies(replies []ReplySet) *wire.Status {
	b := wire.StatusBuilder{}
	addReplies(&b, replies)
	if !b.Any {
		return nil
	}
	return &b.Status
}

// addReplies adds to b, which is empty, what replies say, as [StatusOf] does.
func addReplies(b *wire.StatusBuilder, replies []ReplySet) {
	var protocols []wire.ProtocolID // in the order of their last replies
	for i := len(replies) - 1; i >= 0; i-- {
		if p := replies[i].Protocol; !slices.Contains(protocols, p) {
			protocols = append(protocols, p)
		}
	}
	for i := len(protocols) - 1; i >= 0; i-- {
		to := b
		if b.Any { // another protocol has said something
			to = &wire.StatusBuilder{SkipExtras: b.SkipExtras, Texts: b.Texts}
		}
		addProtocol(to, protocols[i], replies)
		if to != b && to.Any {
			b.Replace(&to.Status)
		}
	}
}

// A replyContent is a reply with what it is about.
type replyContent struct {
	*ReplySet
	place    int // among all replies
	subjects uint32
	partial  bool // parts are missing, or too many to make sense of the others
	counts   bool // it says how many players there are
	none     bool // it counts no players
}

// last returns where the last datagram of a reply came.
func (r *replyContent) last() int {
	last := -1
	for _, i := range r.Datagrams {
		last = max(last, i, r.repeated[i])
	}
	return last
}

// addProtocol adds to b what the replies of one protocol say.
func addProtocol(b *wire.StatusBuilder, p wire.ProtocolID, replies []ReplySet) {
	var list []*replyContent
	for i := range replies {
		if r := &replies[i]; r.Protocol == p {
			list = append(list, &replyContent{ReplySet: r, place: i})
		}
	}
	players, counted := lonePlayers(list), -1
	if len(list) > 1 {
		list = current(list, b)
	}
	for _, r := range list {
		if r.counts {
			counted = max(counted, r.last())
		}
	}
	for _, group := range grouped(list) {
		if len(group) == 1 {
			addReply(b, group[0].ReplySet, false)
			continue
		}
		var all wire.Status
		for i := range group {
			one := wire.StatusBuilder{SkipExtras: b.SkipExtras, Texts: b.Texts}
			addReply(&one, group[i].ReplySet, false)
			if one.OrderPlayers(); one.Any {
				all.Replace(&one.Status)
				b.Any = true
			}
			if group[i].none {
				all.PlayerList = nil
			}
		}
		b.Merge(&all)
	}
	for _, p := range stillThere(players, counted, b.Players) {
		b.Message(p.m)
		b.Protocol = p.m.Info.Protocol()
	}
	for i := range list {
		if r := list[i].ReplySet; b.Any && r.Completeness != wire.CompletenessUnknown {
			b.Complete = wire.Some(r.Completeness == wire.Complete && b.Complete.Or(true))
		}
	}
	b.OrderPlayers()
}

// current returns those of list, replies of one protocol, that later ones do not
// replace: each is about something that no later one is about. Replies with all
// their parts come before those without.
func current(list []*replyContent, b *wire.StatusBuilder) []*replyContent {
	kinds := map[*wire.MessageInfo]bool{} // that have said something
	var told []*replyContent
	for _, s := range list {
		one := wire.StatusBuilder{SkipExtras: true, Texts: b.Texts}
		addReply(&one, s.ReplySet, false)
		ms := s.messages()
		for _, m := range ms {
			s.subjects |= m.MatchKey().Subjects
			kinds[m.Info] = kinds[m.Info] || one.Any
		}
		empty := !one.Any && len(ms) == 1 && kinds[ms[0].Info] // such as a list of players without any
		s.partial = len(s.Missing) > 0 || !one.Any && !empty
		s.counts = one.Players.Known
		s.none = one.Players.Known && one.Players.Value == 0 && len(one.PlayerList) == 0
		if one.Any || empty || s.Completeness == wire.Incomplete {
			told = append(told, s)
		}
	}
	var kept []*replyContent
	covered := uint32(0)
	for _, partial := range []bool{false, true} {
		for i := len(told) - 1; i >= 0; i-- {
			if s := told[i]; s.partial == partial && s.subjects&^covered != 0 {
				covered |= s.subjects
				kept = append(kept, s)
			}
		}
	}
	return kept
}

// grouped returns the replies in list that are about the same subjects together,
// the earlier first, in the order of the subjects: the order in which replies to
// different questions arrived does not matter.
func grouped(list []*replyContent) [][]*replyContent {
	var groups [][]*replyContent
	var about []uint32
	for _, s := range list {
		group, subjects := []*replyContent{s}, s.subjects
		rest, others := groups[:0], about[:0]
		for i := range groups {
			if about[i]&subjects == 0 {
				rest, others = append(rest, groups[i]), append(others, about[i])
			} else {
				group, subjects = append(group, groups[i]...), subjects|about[i]
			}
		}
		groups, about = append(rest, group), append(others, subjects)
	}
	for _, group := range groups {
		slices.SortStableFunc(group, func(x, y *replyContent) int { return x.place - y.place })
	}
	first := func(group []*replyContent) (n int) {
		n = 32
		for _, s := range group {
			n = min(n, bits.TrailingZeros32(s.subjects))
		}
		return n
	}
	slices.SortStableFunc(groups, func(x, y []*replyContent) int { return first(x) - first(y) })
	return groups
}

// messages returns what a reply says: its datagrams, or what they are parts of.
func (s *ReplySet) messages() []*wire.Message {
	if s.Whole != nil {
		return []*wire.Message{s.Whole}
	}
	return s.Messages
}

// A lonePlayer is a player whom a reply of its own describes.
type lonePlayer struct {
	m  *wire.Message
	id int64 // its number, -1 where it is not known
	at int   // where the reply came last
}

// lonePlayers returns the players whom replies of their own describe, in the order in which the replies came; of
// each number the last.
func lonePlayers(list []*replyContent) []*lonePlayer {
	var all []*lonePlayer
	for _, r := range list {
		for k, m := range r.Messages {
			if !m.Info.OnePlayer {
				continue
			}
			p := &lonePlayer{m, -1, max(r.Datagrams[k], r.repeated[r.Datagrams[k]])}
			for i := range m.Fields {
				if f := &m.Fields[i]; f.Def.Role == wire.RolePlayerID && f.Kind.Number() {
					p.id = f.Int()
				}
			}
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b *lonePlayer) int { return a.at - b.at })
	last := map[int64]int{}
	for i := range all {
		last[all[i].id] = i
	}
	kept := all[:0]
	for i := range all {
		if all[i].id < 0 || last[all[i].id] == i {
			kept = append(kept, all[i])
		}
	}
	return kept
}

// stillThere returns players in the order of their numbers, without those who have left: of those described before
// the datagram that counted the players last, only as many of the newest count as there is room for.
func stillThere(players []*lonePlayer, counted int, count wire.Opt[int64]) []*lonePlayer {
	for count.Known && len(players) > 0 && int64(len(players)) > max(count.Value, 0) && players[0].at < counted {
		players = players[1:]
	}
	slices.SortStableFunc(players, func(a, b *lonePlayer) int { return cmp.Compare(a.id, b.id) })
	return players
}

// addReply adds to b what a reply says; players whom replies of their own describe only if lone is set.
func addReply(b *wire.StatusBuilder, r *ReplySet, lone bool) {
	for _, m := range r.messages() {
		if m.Info.Direction == wire.Request || m.Info.OnePlayer && !lone {
			continue
		}
		b.Message(m)
		if b.Any && b.Protocol == wire.UnknownProtocol {
			b.Protocol = m.Info.Protocol()
		}
	}
}
