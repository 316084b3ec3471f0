package peer

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Reading is what gamedig made of a packet.
type Reading struct {
	State State   `json:"state"`
	NS    float64 `json:"ns"`    // nanoseconds a run, 0 when not measured
	Floor float64 `json:"floor"` // of these, what the same call takes on empty datagrams
}

// State is gamedig's result, with its own names.
type State struct {
	Name       string         `json:"name"`
	Version    any            `json:"version"` // a text, or a number
	Map        string         `json:"map"`
	GamePort   int            `json:"gamePort"`
	Password   bool           `json:"password"`
	NumPlayers int            `json:"numplayers"`
	MaxPlayers int            `json:"maxplayers"`
	Players    []Player       `json:"players"`
	Bots       []Player       `json:"bots"`
	Raw        map[string]any `json:"raw"`
}

// Player is a row of gamedig's result; Raw has what is not the name.
type Player struct {
	Name string         `json:"name"`
	Raw  map[string]any `json:"raw"`
}

// Gamedig runs node-gamedig on the packets, each for about twice the given
// time, or just once when that is 0. dir is this package's folder, where
// npm has installed gamedig.
func Gamedig(ctx context.Context, dir string, packets []Packet, each time.Duration) ([]Reading, error) {
	type job struct {
		Class     string   `json:"class"`
		Part      int      `json:"part"`
		Datagrams []string `json:"datagrams"`
	}
	var in struct {
		Millis  int64 `json:"millis"`
		Packets []job `json:"packets"`
	}
	in.Millis = each.Milliseconds()
	for _, p := range packets {
		j := job{Class: p.Class, Part: p.Part}
		for _, d := range p.Datagrams {
			j.Datagrams = append(j.Datagrams, hex.EncodeToString(d))
		}
		in.Packets = append(in.Packets, j)
	}
	var out []Reading
	if err := ask(ctx, dir, "bench.mjs", in, &out); err != nil {
		return nil, err
	}
	if len(out) != len(packets) {
		return nil, fmt.Errorf("bench.mjs answered %d packets of %d", len(out), len(packets))
	}
	return out, nil
}

// ask runs a script of this package with node and gamedig: in is its input and
// out takes its output, both as JSON.
func ask(ctx context.Context, dir, script string, in, out any) error {
	// Looking at the script too tells go test to run again when it changes.
	for _, file := range []string{script, filepath.Join("node_modules", "gamedig", "package.json")} {
		if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
			return fmt.Errorf("gamedig is not ready to run (.ci/setup npm installs it): %w", err)
		}
	}
	text, err := json.Marshal(in)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "node", script)
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(text)
	cmd.Stderr = os.Stderr
	answer, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("node %s: %w", script, err)
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("the answer of %s: %w", script, err)
	}
	return nil
}
