package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"fragscope/analyzer/export"
)

const (
	rpcParseError     = -32700
	rpcInvalidRequest = -32600
)

// mcpLines passes on the lines that are messages of JSON-RPC. Every other line
// gets an error, and the session continues. Its input ends when all calls before
// the end are answered: what reads it stops working at the end.
type mcpLines struct {
	ctx  context.Context
	in   *bufio.Reader
	out  *mcpAnswered
	line []byte // what is left of the current line
	err  error
}

func (l *mcpLines) Read(p []byte) (int, error) {
	for len(l.line) == 0 {
		if l.err != nil {
			l.out.wait(l.ctx)
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

// next skips a line that has more bytes than a message may have, and reports that as long.
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

// message answers a line that is neither a message nor a batch of them, and reports whether it is one.
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
		decoded, err := jsonrpc.DecodeMessage(m)
		if err != nil {
			l.refuse(m, rpcInvalidRequest, "no message of JSON-RPC 2.0: "+export.Cut(err.Error(), 256))
			return false
		}
		if call, ok := decoded.(*jsonrpc.Request); ok {
			l.out.asked(call)
		}
	}
	return true
}

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
	b, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": head.ID,
		"error": map[string]any{"code": code, "message": text}})
	if err == nil {
		_, err = l.out.Write(append(b, '\n'))
	}
	if err != nil {
		l.err = err
	}
}

// An mcpAnswered knows which calls have no answer yet; each Write is of a whole message.
type mcpAnswered struct {
	w     io.Writer
	mu    sync.Mutex
	calls map[string]bool // by their ids
	fewer chan struct{}   // closed when there are fewer; nil when nobody waits
}

// asked notes a call; a call that is cancelled gets no answer.
func (a *mcpAnswered) asked(call *jsonrpc.Request) {
	if call.IsCall() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.calls == nil {
			a.calls = map[string]bool{}
		}
		a.calls[callKey(call.ID.Raw())] = true
		return
	}
	var cancelled struct {
		ID any `json:"requestId"`
	}
	if call.Method == "notifications/cancelled" && json.Unmarshal(call.Params, &cancelled) == nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.done(cancelled.ID)
	}
}

// callKey tells the id "1" from the id 1.
func callKey(id any) string { return fmt.Sprintf("%T %v", id, id) }

func (a *mcpAnswered) done(id any) {
	if f, ok := id.(float64); ok {
		id = int64(f)
	}
	delete(a.calls, callKey(id))
	if a.fewer != nil {
		close(a.fewer)
		a.fewer = nil
	}
}

// wait returns when no call is without an answer.
func (a *mcpAnswered) wait(ctx context.Context) {
	for {
		a.mu.Lock()
		if len(a.calls) == 0 {
			a.mu.Unlock()
			return
		}
		if a.fewer == nil {
			a.fewer = make(chan struct{})
		}
		fewer := a.fewer
		a.mu.Unlock()
		select {
		case <-fewer:
		case <-ctx.Done():
			return
		}
	}
}

func (a *mcpAnswered) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n, err := a.w.Write(p)
	messages := []json.RawMessage{p}
	if bytes.HasPrefix(bytes.TrimSpace(p), []byte("[")) {
		_ = json.Unmarshal(p, &messages)
	}
	for _, m := range messages {
		if decoded, err := jsonrpc.DecodeMessage(m); err == nil {
			if answer, ok := decoded.(*jsonrpc.Response); ok {
				a.done(answer.ID.Raw())
			}
		}
	}
	return n, err
}

// Close leaves the writer open: it is standard output.
func (*mcpAnswered) Close() error { return nil }
