package cli

import (
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"fragscope/analyzer/capture"
)

var timeFormats = []string{"utc", "local", "epoch", "relative", "delta"}

var tsharkTimes = map[string]string{"u": "utc", "ud": "utc", "a": "local", "ad": "local", "e": "epoch", "r": "relative",
	"d": "delta"}

// A TimeFormat is ready to use once settled.
type TimeFormat struct {
	Name          string // "" when the user does not say
	first, before int64  // times of the first packet and of the one before, nanoseconds since 1970-01-01 UTC
	now           int64
	begun         bool
}

func (t *TimeFormat) Flag(c *cobra.Command) {
	c.Flags().StringVarP(&t.Name, "time-format", "t", "", "how times are shown: "+OneOf(timeFormats)+
		"; or as tshark writes it, such as e, r or ud")
	Complete(c, "time-format", timeFormats)
}

func (t *TimeFormat) Settle() error {
	if name, ok := tsharkTimes[t.Name]; ok {
		t.Name = name
	}
	if t.Name != "" && !slices.Contains(timeFormats, t.Name) {
		return fmt.Errorf("--time-format %q is not %s", t.Name, OneOf(timeFormats))
	}
	return nil
}

// See takes the time of the next packet, whether it is shown or not.
func (t *TimeFormat) See(at int64) {
	if !t.begun {
		t.begun, t.first, t.now = true, at, at
	}
	t.before, t.now = t.now, at
}

// Append appends the time that was seen last; usual is the format when the user names none.
func (t *TimeFormat) Append(dst []byte, usual string) []byte {
	name := t.Name
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

// Of is see and append for commands that show every datagram.
func (t *TimeFormat) Of(at time.Time, usual string) string {
	t.See(at.UnixNano())
	return string(t.Append(nil, usual))
}

func appendSeconds(dst []byte, ns int64) []byte {
	u := uint64(ns)
	if ns < 0 {
		dst, u = append(dst, '-'), -u
	}
	return fmt.Appendf(dst, "%d.%09d", u/1e9, u%1e9)
}

// AboutPacket says which packet p is, the last that t has seen.
func AboutPacket(r *capture.Reader, p *capture.Packet, t *TimeFormat) string {
	text := fmt.Sprintf("Packet %d", p.Number)
	if p.HasTime {
		text += ", " + string(t.Append(nil, "utc"))
		switch t.Name {
		case "", "utc":
			text += " UTC"
		case "relative", "delta":
			text += " s"
		}
	}
	text += fmt.Sprintf(", %d bytes", p.OrigLen)
	if len(p.Data) < p.OrigLen {
		text += fmt.Sprintf(" (%d captured)", len(p.Data))
	}
	if all := r.Interfaces(); p.Interface >= 0 && p.Interface < len(all) && all[p.Interface].Name != "" {
		text += ", interface " + all[p.Interface].Name
	}
	for _, c := range p.Comments {
		text += fmt.Sprintf(", comment %q", c)
	}
	return text
}
