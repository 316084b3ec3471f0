package keys_test

import (
	"strings"
	"testing"

	"fragscope/decoder/keys"
)

// The table is searched by halves, so its order matters.
func TestKeyTable(t *testing.T) {
	for i, k := range keys.Table {
		if i > 0 && keys.Table[i-1].Key >= k.Key {
			t.Errorf("%q stands before %q", keys.Table[i-1].Key, k.Key)
		}
		if k.Key != strings.ToLower(k.Key) {
			t.Errorf("%q is not in lower case", k.Key)
		}
		if found := keys.Lookup([]byte(strings.ToUpper(k.Key))); found == nil || found.Key != k.Key {
			t.Errorf("%q is not found", k.Key)
		}
	}
	for _, key := range []string{"", "a", "zzz", "hostnames", "hostnam"} {
		if k := keys.Lookup([]byte(key)); k != nil {
			t.Errorf("%q is found as %q", key, k.Key)
		}
	}
}
