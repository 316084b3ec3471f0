//go:build js && wasm

// Jobs is the program that analyzes captures in parts for Cloudflare's queues.
// It knows no queue: src/steps.mjs calls it with the bytes that a step needs
// and stores what comes out.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"syscall/js"

	"fragscope/analyzer/record"
	"fragscope/wasm/worker/pieces"
)

// What Go's collector aims at, of the 128 MB of an isolate. Memory never
// shrinks here, so garbage is collected when there is half as much as is in use.
const (
	memory  = 64 << 20
	percent = 50
)

// tables bounds what the matching remembers: the servers of a job with their
// details, for the report tells of all of them; clients and conversations for
// each bucket.
var tables = record.Options{MaxServers: 1000, MaxClients: 4000, MaxFlows: 8000, MaxDetails: 16_384, Memory: 32 << 20,
	Workers: 1}

const clients = 20_000 // of a job

func main() {
	debug.SetMemoryLimit(memory)
	debug.SetGCPercent(percent)
	steps := map[string]step{"index": index, "part": part, "header": header, "bucket": bucket, "merge": merge}
	js.Global().Set("fragscopeStep", js.FuncOf(func(_ js.Value, args []js.Value) any {
		s := args[0]
		go run(steps[s.Get("name").String()], s)
		return nil
	}))
	js.Global().Get("fragscopeReady").Invoke()
	select {}
}

// A step takes what it is told (JSON), reads sources and emits files. Its
// result is JSON too.
type step func(ctx context.Context, told []byte, s *stage) (any, error)

// run works off one step and calls done with an error text, or null, and the result.
func run(f step, s js.Value) {
	st := &stage{Source: pieces.Source{Value: s, Error: errors.New}}
	defer st.Release()
	result, err := guarded(f, []byte(s.Get("told").String()), st)
	if err != nil {
		s.Call("done", err.Error(), js.Null())
		return
	}
	b, err := json.Marshal(result)
	if err != nil {
		s.Call("done", err.Error(), js.Null())
		return
	}
	s.Call("done", js.Null(), string(b))
}

// guarded turns a panic into an error. The stack goes to the log, of what it
// was about nothing: it may hold bytes of a packet.
func guarded(f step, told []byte, s *stage) (result any, err error) {
	defer func() {
		if e := recover(); e != nil {
			os.Stderr.Write(debug.Stack())
			err = fmt.Errorf("a defect of fragscope (%T)", e)
		}
	}()
	return f(context.Background(), told, s)
}
