package cli

import (
	"bytes"
	"errors"
	"testing"
)

// TestBoth complains of both things that fail in one run, each in a line of its own, and of one that fails
// twice once.
func TestBoth(t *testing.T) {
	full, gone := errors.New("a.pcap: no space left on device"), errors.New("eth0: network is down")
	for _, c := range []struct {
		a, b error
		want string
	}{
		{full, gone, "fragscope: a.pcap: no space left on device\n  eth0: network is down\n"},
		{full, errors.New(full.Error()), "fragscope: a.pcap: no space left on device\n"},
		{nil, gone, "fragscope: eth0: network is down\n"},
		{full, nil, "fragscope: a.pcap: no space left on device\n"},
	} {
		var said bytes.Buffer
		Complain(&said, Both(c.a, c.b))
		if said.String() != c.want {
			t.Errorf("of %v and %v %q is said, want %q", c.a, c.b, said.String(), c.want)
		}
	}
	if err := Both(nil, nil); err != nil {
		t.Error(err)
	}
}
