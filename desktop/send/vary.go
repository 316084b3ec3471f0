package send

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/decoder/edit"
)

// MaxValues bounds the values that are sent one after the other.
const MaxValues = 50

// MinPause is the shortest pause between two requests to a host that is not this
// machine: what is sent again and again must be no flood.
const MinPause = 100 * time.Millisecond

// Values reads a list of values: one a line, or with commas between them. 3..7 is each whole number from 3 to 7.
func Values(text string) (list []string, err error) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '\n' }) {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		first, last, isRange := strings.Cut(word, "..")
		from, errFrom := strconv.ParseInt(first, 0, 64)
		to, errTo := strconv.ParseInt(last, 0, 64)
		switch {
		case !isRange || errFrom != nil || errTo != nil:
			list = append(list, word)
		case to < from:
			return nil, fmt.Errorf("%s: the second number is less than the first", word)
		case uint64(to-from) >= MaxValues:
			return nil, fmt.Errorf("%s: more than %d values", word, MaxValues)
		default:
			for n := from; ; n++ {
				if list = append(list, strconv.FormatInt(n, 10)); n == to {
					break
				}
			}
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("there are no values: separate them by commas; 3..7 means 3 to 7")
	}
	if len(list) > MaxValues {
		return nil, fmt.Errorf("%d values: at most %d are sent one after the other", len(list), MaxValues)
	}
	return list, nil
}

type Variant struct {
	Value   string
	Payload []byte
}

// Variants returns the request with each of the values in a field; the error says which value is none for it.
func (d *Draft) Variants(field int, values []string) ([]Variant, error) {
	if d.Message == nil {
		return nil, errNothing
	}
	list := make([]Variant, len(values))
	for i, value := range values {
		b, err := edit.Edit(d.Message, field, value)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", value, err)
		}
		list[i] = Variant{value, slices.Clone(b)}
	}
	return list, nil
}

// Pause returns the wanted pause, and never less than [MinPause] unless the address is this machine.
func Pause(address string, wanted time.Duration) time.Duration {
	if at, err := netip.ParseAddrPort(address); err == nil && at.Addr().Unmap().IsLoopback() {
		return max(0, wanted)
	}
	return max(MinPause, wanted)
}
