package live

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"fragscope/decoder"
)

// ErrClosed says that the Client was closed.
var ErrClosed = errors.New("the client was closed")

var errLimit = errors.New("the time limit of the query is over")

// A Kind says what went wrong between this program and a server.
type Kind uint8

const (
	NoAnswer      Kind = iota // nothing that counts came
	Incomplete                // parts of an answer are missing
	Cut                       // an answer is there, but cut or damaged
	TooMuch                   // the server sent more than is kept of one query, or of all of them
	NotFound                  // no place answered
	WrongProtocol             // the other side does not speak the protocol
	Refused                   // the other side said no, or closed the connection, or there is none
	CannotSend                // the system did not send the request
	Busy                      // the same address is being asked on the same socket
	Unasked                   // a server that a master listed, which is not queried (again): see Target.Foreign
	Outside                   // an answer to a broadcast came from outside the networks that were called
)

// An Error says what a server did wrong, or what did not come from it.
type Error struct {
	Kind     Kind
	Addr     netip.AddrPort
	Protocol decoder.Protocol
	Message  string // name of the request
	Attempts int    // how often it was sent
	Waited   time.Duration
	Missing  int    // parts that did not come
	Damaged  int    // datagrams that are cut
	Problem  string // what is wrong with one of them, or what the other side said
	Tried    []Trial

	Datagrams int // that came altogether
	Intruders int // of these, from other addresses or ports
	Others    int // of these, no answers to anything, or with an id that was never sent
	Echoes    int // of these, requests that were sent back

	cause error
}

// Unwrap returns the error of the system, if there is one.
func (e *Error) Unwrap() error { return e.cause }

// Error says it in one sentence.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Addr.IsValid() {
		fmt.Fprintf(&b, "%s: ", e.Addr)
	}
	request := fmt.Sprintf("the %s (%s)", e.Message, e.Protocol)
	switch e.Kind {
	case NoAnswer:
		fmt.Fprintf(&b, "no answer to %s, sent %s", request, times(e.Attempts))
	case Incomplete:
		fmt.Fprintf(&b, "the answer to %s is incomplete", request)
		if e.Missing > 0 {
			fmt.Fprintf(&b, ": %s did not come", plural(e.Missing, "part", "parts"))
		}
		if e.Problem != "" {
			fmt.Fprintf(&b, ": %s", e.Problem)
		}
		fmt.Fprintf(&b, ", sent %s", times(e.Attempts))
	case Cut:
		fmt.Fprintf(&b, "the answer to %s is damaged, sent %s", request, times(e.Attempts))
		if e.Problem != "" {
			fmt.Fprintf(&b, ": %s", strings.TrimSuffix(e.Problem, "."))
		}
	case TooMuch:
		if e.Problem != "" {
			b.WriteString(e.Problem)
			break
		}
		fmt.Fprintf(&b, "the server sends more than is kept of one answer; given up after %s",
			plural(e.Datagrams, "datagram", "datagrams"))
	case NotFound:
		b.WriteString("no place answered: tried " + placesText(e.Tried))
	case WrongProtocol:
		fmt.Fprintf(&b, "this is no %s server: %s", e.Protocol, e.Problem)
	case Refused:
		b.WriteString(e.Problem)
	case CannotSend:
		fmt.Fprintf(&b, "cannot send: %v", e.cause)
	case Busy:
		b.WriteString("this address is being queried already")
	case Unasked:
		b.WriteString(e.Problem + "; name its address to query it")
	case Outside:
		b.WriteString("it answered from outside the networks that were searched and is not queried; name its address to " +
			"query it")
	}
	if e.Echoes > 0 {
		fmt.Fprintf(&b, "; the request came back %s: this is an echo and no answer", times(e.Echoes))
	}
	switch {
	case e.Intruders > 0 && e.Others > 0:
		fmt.Fprintf(&b, "; %s came from other addresses, %d did not match the request",
			plural(e.Intruders, "datagram", "datagrams"), e.Others)
	case e.Intruders > 0:
		fmt.Fprintf(&b, "; %s came from other addresses or ports and do not count",
			plural(e.Intruders, "datagram", "datagrams"))
	case e.Others > 0:
		fmt.Fprintf(&b, "; %s came that did not match the request", plural(e.Others, "datagram", "datagrams"))
	}
	return b.String()
}

func (e *Error) count(list []*Datagram) {
	for _, d := range list {
		switch d.Verdict {
		case Sent:
			continue
		case Intruder:
			e.Intruders++
		case Echo:
			e.Echoes++
		case Unrelated, WrongID:
			e.Others++
		}
		e.Datagrams++
	}
}

// Is makes errors.Is(err, &Error{Kind: k}) ask for the kind alone.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Kind == e.Kind
}

func placesText(tried []Trial) string {
	const most = 8
	var parts []string
	seen := map[uint16]int{}
	for _, t := range tried {
		what := t.Plan.Name
		if t.Answer != "" {
			what += " (" + t.Answer + " came)"
		}
		if i, ok := seen[t.Addr.Port()]; ok {
			parts[i] += ", " + what
			continue
		}
		seen[t.Addr.Port()] = len(parts)
		parts = append(parts, fmt.Sprintf("port %d as %s", t.Addr.Port(), what))
	}
	if n := len(parts); n > most {
		parts = append(parts[:most], fmt.Sprintf("and %d more ports", n-most))
	}
	return strings.Join(parts, "; ")
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// KindOf returns the kind of err; ok is false when it is not about a server.
func KindOf(err error) (k Kind, ok bool) {
	if e, is := errors.AsType[*Error](err); is {
		return e.Kind, true
	}
	return 0, false
}

func stopped(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errLimit) ||
		errors.Is(err, ErrClosed)
}
