package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
)

var timeFormats = []string{"utc", "local", "epoch", "relative", "delta"}

var tsharkTimes = map[string]string{"u": "utc", "ud": "utc", "a": "local", "ad": "local", "e": "epoch", "r": "relative",
	"d": "delta"}

// A timeFormat is ready to use once settled.
type timeFormat struct {
	name          string // "" when the user does not say
	first, before int64  // times of the first packet and of the one before, nanoseconds since 1970-01-01 UTC
	now           int64
	begun         bool
}

func (t *timeFormat) flag(c *cobra.Command) {
	c.Flags().StringVarP(&t.name, "time-format", "t", "", "how times are shown: "+oneOf(timeFormats)+
		"; or as tshark writes it, such as e, r or ud")
	complete(c, "time-format", timeFormats)
}

func (t *timeFormat) settle() error {
	if name, ok := tsharkTimes[t.name]; ok {
		t.name = name
	}
	if t.name != "" && !slices.Contains(timeFormats, t.name) {
		return fmt.Errorf("--time-format %q is not %s", t.name, oneOf(timeFormats))
	}
	return nil
}

// see takes the time of the next packet, whether it is shown or not.
func (t *timeFormat) see(at int64) {
	if !t.begun {
		t.begun, t.first, t.now = true, at, at
	}
	t.before, t.now = t.now, at
}

// append appends the time that was seen last; usual is the format when the user names none.
func (t *timeFormat) append(dst []byte, usual string) []byte {
	name := t.name
	if name == "" {
		name = usual
	}
	switch name {
	case "epoch":
		return appendSeconds(dst, t.now)
	case "relative":
		return appendSeconds(dst, t.now-t.first)
	case "delta":
		return appendSeconds(dst, t.now-t.before)
	case "local":
		return time.Unix(0, t.now).AppendFormat(dst, "2006-01-02 15:04:05.000000000")
	case "utc":
		return time.Unix(0, t.now).UTC().AppendFormat(dst, "2006-01-02 15:04:05.000000000")
	}
	return time.Unix(0, t.now).AppendFormat(dst, name)
}

// of is see and append for commands that show every datagram.
func (t *timeFormat) of(at time.Time, usual string) string {
	t.see(at.UnixNano())
	return string(t.append(nil, usual))
}

func appendSeconds(dst []byte, ns int64) []byte {
	u := uint64(ns)
	if ns < 0 {
		dst, u = append(dst, '-'), -u
	}
	return fmt.Appendf(dst, "%d.%09d", u/1e9, u%1e9)
}
