package emulator

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// A FaultKind is a kind of fault.
type FaultKind uint8

// The faults. Names and numbers stay as they are: scripts use them.
const (
	Loss         FaultKind = 1  // "loss": that share of datagrams never arrives, requests and replies alike
	Delay        FaultKind = 2  // "delay": replies are later by the given time, plus or minus a random part
	Reorder      FaultKind = 3  // "reorder": that share of datagrams is sent after the next one of its answer
	Duplicate    FaultKind = 4  // "duplicate": that share of datagrams arrives twice
	Truncate     FaultKind = 5  // "truncate": that share of datagrams is cut, at a random place or after so many bytes
	Garbage      FaultKind = 6  // "garbage": that share of datagrams is replaced by as many random bytes
	Silence      FaultKind = 7  // "silence": that share of requests gets no answer
	WrongPort    FaultKind = 8  // "wrong-port": that share of datagrams comes from another port of the server
	EndlessZeros FaultKind = 9  // "endless-zeros": the answer is a stream of zero bytes that does not end by itself
	WrongOrder   FaultKind = 10 // "wrong-order": the datagrams of that share of answers are sent last to first
	// "huge": that share of datagrams is as long as UDP allows, or so many bytes, its own repeated
	Huge         FaultKind = 11
	WrongAddress FaultKind = 12 // "wrong-address": that share of datagrams comes from another address, of loopback
	WrongID      FaultKind = 13 // "wrong-id": that share of answers carries the id or number of another request
	// "late": that share of answers is sent a second time, before the answer to the next request
	Late FaultKind = 14
)

var faultKinds = [...]struct {
	name, doc string
	size      bool // takes a number of bytes after the share
}{
	Loss:      {name: "loss", doc: "that share of datagrams never arrives, requests and replies alike"},
	Delay:     {name: "delay", doc: "replies come later by that time; 50ms~20ms draws between 30 and 70"},
	Reorder:   {name: "reorder", doc: "that share of datagrams is sent after the next one of its answer"},
	Duplicate: {name: "duplicate", doc: "that share of datagrams comes twice"},
	Truncate: {name: "truncate", doc: "that share of datagrams is cut anywhere; 10%:40 cuts after 40 bytes",
		size: true},
	Garbage: {name: "garbage", doc: "that share of datagrams is replaced by random bytes; 10%:40 by 40 of them",
		size: true},
	Silence:   {name: "silence", doc: "that share of requests gets no answer"},
	WrongPort: {name: "wrong-port", doc: "that share of datagrams comes from another port"},
	EndlessZeros: {name: "endless-zeros",
		doc:  "the answer is a stream of zero bytes that does not end by itself; 100%:1000000 ends after a million bytes",
		size: true},
	WrongOrder:   {name: "wrong-order", doc: "the datagrams of that share of answers come last to first"},
	Huge:         {name: "huge", doc: "that share of datagrams is 65000 bytes long; 10%:9000 makes it 9000", size: true},
	WrongAddress: {name: "wrong-address", doc: "that share of datagrams comes from another loopback address"},
	WrongID:      {name: "wrong-id", doc: "that share of answers carries the id or number of another request"},
	Late:         {name: "late", doc: "that share of answers comes again in front of the next answer"},
}

func (k FaultKind) String() string {
	if k > 0 && int(k) < len(faultKinds) {
		return faultKinds[k].name
	}
	return "none"
}

// Doc says what the fault does, in half a sentence.
func (k FaultKind) Doc() string {
	if k > 0 && int(k) < len(faultKinds) {
		return faultKinds[k].doc
	}
	return ""
}

// FaultKinds lists the faults in order of their numbers.
func FaultKinds() []FaultKind {
	var all []FaultKind
	for k := Loss; int(k) < len(faultKinds); k++ {
		all = append(all, k)
	}
	return all
}

// A Fault is something that goes wrong on demand.
type Fault struct {
	Kind  FaultKind
	Share float64       // of datagrams, answers or requests, from 0 to 1
	Time  time.Duration // delay: how much
	Give  time.Duration // delay: plus or minus, at random
	Bytes int           // truncate, garbage, huge: length; endless-zeros: bytes after which it ends; 0 for the kind's own
}

func (f Fault) String() string {
	s := f.Kind.String()
	if f.Kind == Delay {
		if s += "=" + f.Time.String(); f.Give > 0 {
			s += "~" + f.Give.String()
		}
		return s
	}
	s += "=" + strconv.FormatFloat(f.Share*100, 'f', -1, 64) + "%"
	if f.Bytes > 0 {
		s += ":" + strconv.Itoa(f.Bytes)
	}
	return s
}

// ParseFaults reads faults from text: names, or their numbers, each with a
// share such as 20% or 0.2 (all when it is left out) or a time, with commas
// between: "loss=20%,delay=50ms~10ms,truncate=5%:40".
func ParseFaults(text string) ([]Fault, error) {
	var all []Fault
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, value, given := strings.Cut(part, "=")
		f := Fault{Share: 1}
		for _, k := range FaultKinds() {
			if name == k.String() || name == strconv.Itoa(int(k)) {
				f.Kind = k
			}
		}
		if f.Kind == 0 {
			return nil, fmt.Errorf("there is no fault %q; expected one of %s", name, faultNames())
		}
		if err := f.parse(value, given); err != nil {
			return nil, fmt.Errorf("fault %s: %w", name, err)
		}
		all = append(all, f)
	}
	return all, nil
}

func faultNames() string {
	var names []string
	for _, k := range FaultKinds() {
		names = append(names, k.String())
	}
	return strings.Join(names, ", ")
}

func (f *Fault) parse(value string, given bool) error {
	if f.Kind == Delay {
		mean, give, ok := strings.Cut(value, "~")
		var err error
		if f.Time, err = time.ParseDuration(mean); err != nil || f.Time < 0 || f.Time > time.Hour {
			return fmt.Errorf("found %q, expected a time such as 50ms, or 50ms~20ms", value)
		}
		if ok {
			if f.Give, err = time.ParseDuration(give); err != nil || f.Give < 0 || f.Give > f.Time {
				return fmt.Errorf("found %q after ~, expected a time up to %v", give, f.Time)
			}
		}
		return nil
	}
	if !given {
		return nil
	}
	share, size, sized := strings.Cut(value, ":")
	if sized {
		n, err := strconv.Atoi(size)
		if err != nil || n < 0 || !faultKinds[f.Kind].size || f.Kind != EndlessZeros && n > maxDatagram {
			return fmt.Errorf("found %q after the share; %s", size, faultKinds[f.Kind].doc)
		}
		f.Bytes = n
	}
	number, percent := strings.CutSuffix(share, "%")
	v, err := strconv.ParseFloat(number, 64)
	if percent {
		v /= 100
	}
	if err != nil || !(v >= 0 && v <= 1) {
		return fmt.Errorf("found %q, expected a share such as 20%% or 0.2", share)
	}
	f.Share = v
	return nil
}

// drawn returns the first fault of a kind that chance lets apply.
func (s *Server) drawn(k FaultKind) (Fault, bool) {
	for _, f := range s.opts.Faults {
		if f.Kind == k && s.lot(f.Share) {
			return f, true
		}
	}
	return Fault{}, false
}

func (s *Server) draw(k FaultKind) bool {
	_, ok := s.drawn(k)
	return ok
}

// lot is true at random in a share of all cases.
func (s *Server) lot(share float64) bool {
	if share >= 1 {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rnd.Float64() < share
}

func (s *Server) random(do func(*rand.Rand)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do(s.rnd)
}
