package emulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"fragscope/decoder"
)

const maxStatus = 16 << 20

// ReadStatus reads a status from JSON: what fragscope decode --format json
// prints, or only the object that it has as "status". Whatever is left out is
// unknown.
func ReadStatus(r io.Reader) (*decoder.Status, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxStatus+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxStatus {
		return nil, fmt.Errorf("the JSON of a status has at most %d bytes", maxStatus)
	}
	var document struct{ Status *decoder.Status }
	err = json.Unmarshal(text, &document)
	out := document.Status
	if err == nil && out == nil {
		out = &decoder.Status{}
		err = json.Unmarshal(text, out)
	}
	if err != nil {
		return nil, fmt.Errorf("a status in JSON: %w", err)
	}
	if !out.Name.Known && !out.Map.Known && !out.Players.Known && len(out.Rules) == 0 && len(out.PlayerList) == 0 {
		return nil, errors.New("the JSON holds no status: expected an object with name, map, players, rules or playerList")
	}
	return out, nil
}
