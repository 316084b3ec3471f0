package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"fragscope/decoder/hexdump"
)

// A Problem says why a request was refused. It is sent as
// application/problem+json (RFC 9457).
type Problem struct {
	Type   string `json:"type"`   // where the page tells more: "/api/#too-large"
	Title  string `json:"title"`  // the kind of problem, always the same words for one type
	Status int    `json:"status"` // of HTTP
	Detail string `json:"detail"` // what was wrong this time, and what to do

	Limit       int64    `json:"limit,omitempty"`       // bytes that are allowed, when more came
	Parameter   string   `json:"parameter,omitempty"`   // the parameter that is wrong
	Line        int      `json:"line,omitempty"`        // where in a paste, from 1
	Column      int      `json:"column,omitempty"`      // in characters, from 1
	Found       string   `json:"found,omitempty"`       // what was found there
	Expected    string   `json:"expected,omitempty"`    // what should be there instead
	Advice      string   `json:"advice,omitempty"`      // what to do
	Suggestions []string `json:"suggestions,omitempty"` // names that exist and look alike

	retry int // seconds after which to ask again, 0 for never
}

func (p *Problem) Error() string { return p.Detail }

// A kind is a type of problem.
type kind struct {
	name   string
	status int
	title  string
	doc    string
}

// The kinds of problem.
var (
	notFound     = &kind{"not-found", http.StatusNotFound, "There is no such thing", "The path leads nowhere, or nothing has the name that was asked for."}
	wrongMethod  = &kind{"method", http.StatusMethodNotAllowed, "The method does not fit", "The Allow header lists the methods that do."}
	badParameter = &kind{"parameter", http.StatusBadRequest, "A parameter is wrong", "It is unknown here or has a value that cannot be; parameter names it."}
	badPaste     = &kind{"unreadable", http.StatusUnprocessableEntity, "The body cannot be read", "It is no packet, dump or capture; line, column, found, expected and advice say where and why."}
	badBody      = &kind{"body", http.StatusBadRequest, "The body did not come whole", "The connection ended or failed before the body did."}
	needLength   = &kind{"length", http.StatusLengthRequired, "The length is missing", "What is stored as it comes needs a Content-Length."}
	tooLarge     = &kind{"too-large", http.StatusRequestEntityTooLarge, "The body is too large", "limit is the number of bytes that are allowed."}
	longAnswer   = &kind{"answer-too-long", http.StatusRequestEntityTooLarge, "The answer would be too long", "limit is the number of bytes that an answer may have; send fewer packets, or use the command."}
	tooSlow      = &kind{"too-slow", http.StatusRequestTimeout, "The body came too slowly", "It has to be there in the time that the detail names."}
	busy         = &kind{"busy", http.StatusServiceUnavailable, "Too much at once", "As many captures are being analyzed as fit; Retry-After says when to ask again."}
	broken       = &kind{"internal", http.StatusInternalServerError, "Something went wrong here", "A defect of fragscope; please report it with what was sent."}
)

var kinds = []*kind{notFound, wrongMethod, badParameter, badPaste, badBody, needLength, tooLarge, longAnswer, tooSlow, busy, broken}

// problem makes a Problem of kind k.
func (k *kind) problem(format string, args ...any) *Problem {
	return &Problem{Type: "/api/#" + k.name, Title: k.title, Status: k.status, Detail: fmt.Sprintf(format, args...)}
}

// TooLarge refuses a body of more than limit bytes.
func TooLarge(limit int64, format string, args ...any) *Problem {
	p := tooLarge.problem(format, args...)
	p.Limit = limit
	return p
}

// Unreadable refuses a body that is not what it should be.
func Unreadable(format string, args ...any) *Problem { return badPaste.problem(format, args...) }

// Busy asks to come again after so many seconds.
func Busy(seconds int, format string, args ...any) *Problem {
	p := busy.problem(format, args...)
	p.retry = seconds
	return p
}

// WrongParameter refuses the value that parameter name has.
func WrongParameter(name, format string, args ...any) *Problem {
	p := badParameter.problem("%s: %s", name, fmt.Sprintf(format, args...))
	p.Parameter = name
	return p
}

// asProblem turns what a handler returned into what is sent.
func (h *handler) asProblem(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return TooLarge(e.Limit, "The body has more than %d bytes.", e.Limit)
	}
	if e, ok := errors.AsType[*hexdump.Error](err); ok {
		p := badPaste.problem("%s", e.Error())
		p.Line, p.Column, p.Found, p.Expected, p.Advice = e.Line, e.Column, e.Found, e.Expected, e.Advice
		return p
	}
	var slow interface{ Timeout() bool }
	switch {
	case errors.As(err, &slow) && slow.Timeout():
		return tooSlow.problem("The body has to come within %v.", h.opts.Time)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return badBody.problem("The connection ended before the body did.")
	}
	return badBody.problem("Reading the body failed.")
}

// What a client sends on after it was refused is read, within these bounds. If
// the connection were closed on it, it might never read why.
const (
	lingerBytes = 128 << 20
	lingerTime  = 10 * time.Second
)

// refuse answers r with p.
func (p *Problem) refuse(w http.ResponseWriter, r *http.Request) {
	rc := http.NewResponseController(w)
	// Without it a server reads some of the body before it answers. Homes that
	// cannot do it see to the rest of the body themselves.
	both := rc.EnableFullDuplex() == nil
	p.send(w)
	// Who waits for leave to send, or was too slow already, is not waited for.
	if !both || r.Body == nil || r.Header.Get("Expect") != "" || p.Status == http.StatusRequestTimeout {
		return
	}
	if rc.Flush() == nil && rc.SetReadDeadline(time.Now().Add(lingerTime)) == nil {
		io.CopyN(io.Discard, r.Body, lingerBytes)
	}
}

// send writes p as the whole answer.
func (p *Problem) send(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	h.Del("Etag")
	if p.retry > 0 {
		h.Set("Retry-After", fmt.Sprint(p.retry))
	}
	b, err := json.Marshal(p)
	if err != nil {
		panic(err) // numbers and texts only
	}
	b = append(b, '\n')
	h.Set("Content-Length", fmt.Sprint(len(b)))
	w.WriteHeader(p.Status)
	w.Write(b)
}
