package api

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder/paste"
)

// A Problem says why a request was refused. It is sent as
// application/problem+json (RFC 9457).
type Problem struct {
	Type   string `json:"type"`   // where the page explains it: "/api/#too-large"
	Title  string `json:"title"`  // the kind of problem, always the same words for one type
	Status int    `json:"status"` // of HTTP
	Detail string `json:"detail"` // what was wrong this time, and what to do

	Limit       int64    `json:"limit,omitempty"`       // bytes that are allowed, when there were more
	Parameter   string   `json:"parameter,omitempty"`   // the parameter that is wrong
	Line        int      `json:"line,omitempty"`        // where in a paste or filter, from 1
	Column      int      `json:"column,omitempty"`      // in characters, from 1
	Found       string   `json:"found,omitempty"`       // what was found there
	Expected    string   `json:"expected,omitempty"`    // what should be there instead
	Advice      string   `json:"advice,omitempty"`      // what to do
	Suggestions []string `json:"suggestions,omitempty"` // existing names that are similar

	retry int // seconds after which to retry, 0 for never
}

func (p *Problem) Error() string { return p.Detail }

func (p *Problem) json() []byte {
	o := object{{"type", p.Type}, {"title", p.Title}, {"status", p.Status}, {"detail", p.Detail}}
	for _, m := range (object{
		{"limit", p.Limit}, {"parameter", p.Parameter}, {"line", p.Line}, {"column", p.Column},
		{"found", p.Found}, {"expected", p.Expected}, {"advice", p.Advice},
	}) {
		if m.value != any(0) && m.value != any(int64(0)) && m.value != any("") {
			o = append(o, m)
		}
	}
	if len(p.Suggestions) > 0 {
		o = append(o, member{"suggestions", p.Suggestions})
	}
	j := jsonText{tight: true}
	j.value(o)
	return append(j.b, '\n')
}

// A Kind is a type of problem.
type Kind struct {
	Name   string
	Status int
	Title  string
	Doc    string
}

var (
	notFound     = &Kind{"not-found", 404, "Not found", "The path does not exist, or nothing has the requested name."}
	wrongMethod  = &Kind{"method", 405, "The method is not allowed", "The Allow header lists the methods that are."}
	badParameter = &Kind{"parameter", 400, "A parameter is wrong",
		"It is unknown here or has an invalid value; parameter names it."}
	badPaste = &Kind{"unreadable", 422, "The body cannot be read",
		"It is not a packet, dump or capture; line, column, found, expected and advice say where and why."}
	badBody    = &Kind{"body", 400, "The body is incomplete", "The connection ended or failed before the body did."}
	needLength = &Kind{"length", 411, "The length is missing",
		"A body that is stored while it arrives needs a Content-Length."}
	wrongBody = &Kind{"body-type", 415, "The body is of a type that is not read",
		"The body of the request is the paste or file itself, not a form; as it is, or with gzip."}
	notTaken = &Kind{"not-acceptable", 406, "The answer is of a type that is not accepted",
		"The headers Accept and Accept-Encoding of the request exclude the answer."}
	tooLarge   = &Kind{"too-large", 413, "The body is too large", "limit is the number of bytes that are allowed."}
	longAnswer = &Kind{"answer-too-long", 413, "The answer would be too long",
		"limit is the number of bytes that an answer may have; send fewer packets, or use the command."}
	tooSlow = &Kind{"too-slow", 408, "The body arrived too slowly",
		"It has to arrive within the time that the detail names."}
	busy = &Kind{"busy", 503, "Too many requests at once",
		"As many captures or pastes are being processed as fit; Retry-After says when to retry."}
	needToken = &Kind{"token", 401, "A token is missing or wrong",
		"The path requires the token of its host, as Authorization: Bearer TOKEN."}
	noStorage = &Kind{"storage", 503, "The storage does not answer",
		"Nothing of the request was kept; Retry-After says when to retry."}
	broken = &Kind{"internal", 500, "Something went wrong here",
		"A defect of fragscope; please report it with what was sent."}
)

var kinds = [...]*Kind{notFound, wrongMethod, badParameter, badPaste, badBody, needLength, wrongBody, notTaken,
	tooLarge, longAnswer, tooSlow, busy, needToken, noStorage, broken}

// Kinds returns the kinds of problem.
func Kinds() []*Kind { return kinds[:] }

// Of reports whether requests to r can have a problem of kind k.
func (k *Kind) Of(r *Route) bool {
	return k == notFound || k == notTaken || k == wrongBody && r.Body != "" ||
		k == badParameter && r.Parameters() != nil || slices.Contains(r.Problems, k.Name)
}

func (k *Kind) problem(words ...string) *Problem {
	return &Problem{Type: "/api/#" + k.Name, Title: k.Title, Status: k.Status, Detail: strings.Join(words, "")}
}

// TooLarge refuses a body of more than limit bytes.
func TooLarge(limit int64, detail string) *Problem {
	p := tooLarge.problem(detail)
	p.Limit = limit
	return p
}

// Unreadable refuses a body that is not what it should be.
func Unreadable(detail string) *Problem { return badPaste.problem(detail) }

// Busy asks to retry after so many seconds.
func Busy(seconds int, detail string) *Problem {
	p := busy.problem(detail)
	p.retry = seconds
	return p
}

// WrongParameter refuses the value that parameter name has.
func WrongParameter(name, why string) *Problem {
	p := badParameter.problem(name, ": ", why)
	p.Parameter = name
	return p
}

// asProblem turns what a handler returned into what is sent.
func (a *API) asProblem(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if e, ok := errors.AsType[*paste.Error](err); ok {
		p := badPaste.problem(e.Error())
		p.Line, p.Column, p.Found, p.Expected, p.Advice = e.Line, e.Column, e.Found, e.Expected, e.Advice
		return p
	}
	var slow interface{ Timeout() bool }
	switch {
	case errors.As(err, &slow) && slow.Timeout():
		return tooSlow.problem("The body has to arrive within ", patience(a.opts.Patience), ".")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return badBody.problem("The connection ended before the body did.")
	}
	return badBody.problem("Reading the body failed.")
}

func patience(n int) string {
	if n%1000 == 0 {
		return strconv.Itoa(n/1000) + " s"
	}
	return strconv.Itoa(n) + " ms"
}
