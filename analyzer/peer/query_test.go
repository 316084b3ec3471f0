package peer

import (
	"context"
	"fmt"
	"net/netip"
)

// A Place is a server that gamedig is to query.
type Place struct {
	Type string // gamedig's name of the game
	Addr netip.AddrPort
}

// Query lets node-gamedig query servers over UDP, all concurrently, and returns
// its result for each. dir is this package's folder, where npm has installed
// gamedig.
func Query(ctx context.Context, dir string, places []Place) ([]State, error) {
	type job struct {
		Type string `json:"type"`
		Host string `json:"host"`
		Port uint16 `json:"port"`
	}
	var jobs []job
	for _, p := range places {
		jobs = append(jobs, job{p.Type, p.Addr.Addr().String(), p.Addr.Port()})
	}
	var out []struct {
		State
		Error string `json:"error"`
	}
	if err := ask(ctx, dir, "live.mjs", jobs, &out); err != nil {
		return nil, err
	}
	if len(out) != len(places) {
		return nil, fmt.Errorf("live.mjs answered %d places of %d", len(out), len(places))
	}
	states := make([]State, len(out))
	for i := range out {
		if out[i].Error != "" {
			return nil, fmt.Errorf("gamedig queries %s at %s: %s", places[i].Type, places[i].Addr, out[i].Error)
		}
		states[i] = out[i].State
	}
	return states, nil
}
