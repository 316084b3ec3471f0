package whole

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"

	"fragscope/analyzer/api"
	"fragscope/analyzer/capture"
	"fragscope/decoder/paste/gz"
)

var files = &api.Files{
	IsCapture: func(body []byte) bool { return capture.Is(body[:min(len(body), capture.SniffSize)]) },
	Packets:   packets,
	Gunzip:    gz.Gunzip,
}

func packets(c *api.Call, body []byte, each func(*api.Packet) error) error {
	tooLarge := func() error {
		return api.TooLarge(c.Limit(), fmt.Sprintf("The capture has more than %d bytes unpacked.", c.Limit()))
	}
	src, err := capture.NewReader(bufio.NewReader(bytes.NewReader(body)), capture.Options{Limit: c.Limit()})
	if errors.Is(err, capture.ErrLimit) {
		return tooLarge()
	}
	if err != nil {
		return api.Unreadable(fmt.Sprintf("The capture cannot be read: %v.", err))
	}
	defer src.Close()
	for src.Next() {
		p := src.Packet()
		if err := each(&api.Packet{Data: p.Data, Link: p.Link, AppendOrigin: p.AppendOrigin}); err != nil {
			return err
		}
	}
	if errors.Is(src.Err(), capture.ErrLimit) {
		return tooLarge()
	}
	if err := src.Err(); err != nil {
		return fmt.Errorf("reading the capture: %w", err)
	}
	return nil
}
