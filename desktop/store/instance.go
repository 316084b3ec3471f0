package store

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

type Start struct {
	Args []string `json:"args"` // files with their whole paths
	View string   `json:"view"`
}

// An instance is where later starts find the program that has a folder, and a token that no other user knows.
type instance struct {
	Address string `json:"address"`
	Token   string `json:"token"`
}

// handOver is how long a later start waits for the program that has the folder.
const handOver = 2 * time.Second

// First makes this the program that has a folder; when another has it, that gets the start, and first is false.
func First(folder string, start Start, later func(Start)) (end func(), first bool) {
	end = func() {}
	path := filepath.Join(folder, "instance.json")
	if os.MkdirAll(folder, 0o755) != nil {
		return end, true
	}
	unlock, err := lockedfile.MutexAt(path + ".lock").Lock()
	if err != nil {
		return end, true
	}
	defer unlock()
	_, other, _ := Open(path, instance{})
	if other.Address != "" && other.hand(start) == nil {
		return end, false
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return end, true
	}
	mine := instance{l.Addr().String(), rand.Text()}
	f := &File[instance]{path}
	if f.Save(mine) != nil || os.Chmod(path, 0o600) != nil {
		l.Close()
		return end, true
	}
	go mine.listen(l, later)
	return func() {
		l.Close()
		_ = os.Remove(path)
	}, true
}

type handed struct {
	Token string `json:"token"`
	Start Start  `json:"start"`
}

func (i instance) hand(s Start) error {
	c, err := net.DialTimeout("tcp", i.Address, handOver)
	if err != nil {
		return err
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(handOver))
	if err := json.NewEncoder(c).Encode(handed{i.Token, s}); err != nil {
		return err
	}
	var token string // that it is the program, and not another at its old port
	if err := json.NewDecoder(io.LimitReader(c, 1000)).Decode(&token); err != nil || token != i.Token {
		return errors.Join(err, errors.New("another program answers there"))
	}
	return nil
}

// listen takes later starts until l is closed.
func (i instance) listen(l net.Listener, later func(Start)) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		_ = c.SetDeadline(time.Now().Add(handOver))
		var h handed
		if json.NewDecoder(io.LimitReader(c, 1<<20)).Decode(&h) == nil && h.Token == i.Token {
			if json.NewEncoder(c).Encode(i.Token) == nil {
				later(h.Start)
			}
		}
		c.Close()
	}
}
