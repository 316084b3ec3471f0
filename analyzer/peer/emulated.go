package peer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
)

// A Place is a server that gamedig is to query.
type Place struct {
	Type string // gamedig's name of the game
	Addr netip.AddrPort
}

// Query lets node-gamedig query servers over UDP, all at once, and returns
// what it makes of each. dir is this package's folder, where npm has installed
// gamedig.
func Query(ctx context.Context, dir string, places []Place) ([]State, error) {
	for _, file := range []string{"live.mjs", filepath.Join("node_modules", "gamedig", "package.json")} {
		if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
			return nil, fmt.Errorf("gamedig is not ready to run (.ci/setup npm installs it): %w", err)
		}
	}
	type job struct {
		Type string `json:"type"`
		Host string `json:"host"`
		Port uint16 `json:"port"`
	}
	var jobs []job
	for _, p := range places {
		jobs = append(jobs, job{p.Type, p.Addr.Addr().String(), p.Addr.Port()})
	}
	text, err := json.Marshal(jobs)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "node", "live.mjs")
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(text)
	cmd.Stderr = os.Stderr
	answer, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("node live.mjs: %w", err)
	}
	var out []struct {
		State
		Error string `json:"error"`
	}
	if err := json.Unmarshal(answer, &out); err != nil {
		return nil, fmt.Errorf("the answer of live.mjs: %w", err)
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
