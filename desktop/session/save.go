package session

import (
	"errors"
	"io"

	"fragscope/desktop/state"
	"fragscope/desktop/store"
)

// A Recorder writes datagrams as a capture, such as pcapng.
type Recorder func(w io.Writer, list []state.Datagram) error

// Save writes the datagrams into the file at path, whole or not at all. The
// error says what to do about it.
func Save(path string, list []state.Datagram, record Recorder) error {
	if len(list) == 0 {
		return errors.New("there is nothing to save yet: ask a server, or open a reply, first")
	}
	return store.Write(path, func(w io.Writer) error { return record(w, list) })
}
