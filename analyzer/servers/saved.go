package servers

import (
	"slices"
	"time"

	"fragscope/analyzer/live/address"
	"fragscope/analyzer/live/serverlist"
	"fragscope/decoder"
)

type Entry struct {
	Address   string    `json:"address"`            // as ParseAddress returns it
	Plan      string    `json:"protocol,omitempty"` // it is queried by, "" to find it out; see Target
	Name      string    `json:"name,omitempty"`     // as it last said
	Favourite bool      `json:"favourite,omitempty"`
	Watch     bool      `json:"watch,omitempty"` // notify about changes
	Seen      time.Time `json:"seen,omitzero"`   // when it last answered, or was queried by hand
}

// SavedServers are the servers that are remembered: favourites, and those that were queried before.
type SavedServers struct {
	Entries []Entry `json:"entries"`
}

const maxHistory = 500

// Clone returns a copy of b that shares no memory with it.
func (b *SavedServers) Clone() SavedServers { return SavedServers{slices.Clone(b.Entries)} }

// Find returns the entry of an address, nil when there is none. It is valid until s changes.
func (b *SavedServers) Find(address string) *Entry {
	if i := slices.IndexFunc(b.Entries, func(e Entry) bool { return e.Address == address }); i >= 0 {
		return &b.Entries[i]
	}
	return nil
}

func (b *SavedServers) Put(e Entry) {
	if old := b.Find(e.Address); old != nil {
		*old = e
		return
	}
	b.Entries = append(b.Entries, e)
	b.trim()
}

func (b *SavedServers) Remove(address string) {
	b.Entries = slices.DeleteFunc(b.Entries, func(e Entry) bool { return e.Address == address })
}

// trim forgets the oldest of the history.
func (b *SavedServers) trim() {
	history := slices.DeleteFunc(slices.Clone(b.Entries), func(e Entry) bool { return e.Favourite })
	slices.SortStableFunc(history, func(a, b Entry) int { return a.Seen.Compare(b.Seen) })
	for _, e := range history[:max(0, len(history)-maxHistory)] {
		b.Remove(e.Address)
	}
}

// ReadAddresses returns the addresses in a text, as package serverlist reads
// lists; at most so many, and how many there were beyond those.
func ReadAddresses(text string, most int) (list []string, more int) {
	l := serverlist.Parse([]byte(text))
	for i := range l.Servers {
		_, port, _ := decoder.PlaceOf(&l.Servers[i])
		if len(list) < most {
			list = append(list, address.Address{Host: l.Servers[i].Host, Port: port}.String())
		} else {
			more++
		}
	}
	return list, more
}
