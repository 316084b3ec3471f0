package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// Codes of JSON-RPC 2.0.
const (
	rpcParseError     = -32700
	rpcInvalidRequest = -32600
)

// mcpLines passes on the lines that are messages of JSON-RPC. Every other line
// gets an error, and the session continues.
type mcpLines struct {
	in   *bufio.Reader
	out  io.Writer
	line []byte // what is left of the current line
	err  error
}

func newMCPLines(in io.Reader, out io.Writer) *mcpLines {
	return &mcpLines{in: bufio.NewReaderSize(in, 1<<16), out: out}
}

func (l *mcpLines) Read(p []byte) (int, error) {
	for len(l.line) == 0 {
		if l.err != nil {
			return 0, l.err
		}
		line, long := l.next()
		switch {
		case long:
			l.refuse(nil, rpcInvalidRequest, fmt.Sprintf("the message has more than %d MiB", mcpFrame>>20))
		case len(bytes.TrimSpace(line)) == 0:
		case l.message(line):
			l.line = append(line, '\n')
		}
	}
	n := copy(p, l.line)
	l.line = l.line[n:]
	return n, nil
}

// next reads a line; long says that it has more bytes than a message may have,
// which are skipped.
func (l *mcpLines) next() (line []byte, long bool) {
	for {
		piece, err := l.in.ReadSlice('\n')
		if len(line)+len(piece) > mcpFrame {
			line, long = nil, true
		}
		if !long {
			line = append(line, piece...)
		}
		if err != bufio.ErrBufferFull {
			l.err = err
			return bytes.TrimRight(line, "\r\n"), long
		}
	}
}

// message reports whether line is a message, or a batch of them; else it is
// answered.
func (l *mcpLines) message(line []byte) bool {
	if !json.Valid(line) {
		l.refuse(nil, rpcParseError, "the line is no JSON")
		return false
	}
	messages := []json.RawMessage{line}
	if bytes.HasPrefix(bytes.TrimSpace(line), []byte("[")) {
		if messages = nil; json.Unmarshal(line, &messages) != nil || len(messages) == 0 {
			l.refuse(nil, rpcInvalidRequest, "the batch is empty")
			return false
		}
	}
	for _, m := range messages {
		if bytes.Equal(bytes.TrimSpace(m), []byte("null")) {
			l.refuse(nil, rpcInvalidRequest, "null is no message")
			return false
		}
		if _, err := jsonrpc.DecodeMessage(m); err != nil {
			l.refuse(m, rpcInvalidRequest, "no message of JSON-RPC 2.0: "+cutText(err.Error(), mostText))
			return false
		}
	}
	return true
}

// refuse answers a line with an error, with the id of its message where it has
// one.
func (l *mcpLines) refuse(message []byte, code int, text string) {
	var head struct {
		ID any `json:"id"`
	}
	_ = json.Unmarshal(message, &head) // without an id it is null
	switch head.ID.(type) {
	case string, float64:
	default:
		head.ID = nil
	}
	b, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": head.ID, "error": map[string]any{"code": code, "message": text}})
	if err == nil {
		_, err = l.out.Write(append(b, '\n'))
	}
	if err != nil {
		l.err = err
	}
}

// A sharedWriter is written to by several goroutines, each time a whole message.
type sharedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *sharedWriter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}

// Close leaves the writer open: it is standard output.
func (*sharedWriter) Close() error { return nil }
