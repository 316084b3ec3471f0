package send

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestValues(t *testing.T) {
	for text, want := range map[string]string{
		"1, 2\n0x10":    "[1 2 0x10]",
		"3..6":          "[3 4 5 6]",
		"-1..1, status": "[-1 0 1 status]",
		"a..b":          "[a..b]",
		"9223372036854775806..9223372036854775807": "[9223372036854775806 9223372036854775807]",
		"": "no values", " ,\n": "no values", "5..4": "less than the first", "0..50": "more than 50",
		"-9223372036854775808..9223372036854775807": "more than 50",
		"1..50, 7": "51 values",
	} {
		list, err := Values(text)
		got := fmt.Sprint(list)
		if err != nil {
			got = err.Error()
		}
		if got != want && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// TestVariants: each value is in the request, with what follows from it.
func TestVariants(t *testing.T) {
	var d Draft
	if err := d.Choose("gamespy3", ""); err != nil {
		t.Fatal(err)
	}
	for _, r := range d.Rows() {
		if r.Key != "gamespy3.request.id" {
			continue
		}
		list, err := d.Variants(r.Field, []string{"01020304", "05 06 07 08"})
		if err != nil || len(list) != 2 || !strings.Contains(string(list[0].Payload), "\x01\x02\x03\x04") ||
			!strings.Contains(string(list[1].Payload), "\x05\x06\x07\x08") {
			t.Errorf("%v (%v)", list, err)
		}
		if _, err := d.Variants(r.Field, []string{"01020304", "zz"}); err == nil ||
			!strings.HasPrefix(err.Error(), `"zz": `) {
			t.Errorf("a value that is none: %v", err)
		}
	}
}

// TestPause: no host but this machine is sent requests more often than ten times
// a second.
func TestPause(t *testing.T) {
	for address, want := range map[string]time.Duration{
		"127.0.0.1:7778": 0, "[::1]:7778": 0, "[::ffff:127.0.0.1]:7778": 0,
		"10.0.0.1:7778": MinPause, "localhost:7778": MinPause, "example.org": MinPause, "[2001:db8::1]:1": MinPause,
		"": MinPause,
	} {
		if got := Pause(address, 0); got != want {
			t.Errorf("%s: %v", address, got)
		}
		if got := Pause(address, time.Second); got != time.Second {
			t.Errorf("%s, a second is wanted: %v", address, got)
		}
	}
}
