package state

import (
	"testing"

	"fragscope/decoder/paste"
)

// TestRewrite: a change of bytes keeps what is around them in a pasted text.
func TestRewrite(t *testing.T) {
	for _, c := range []struct{ name, text, bytes, want string }{
		{"plain, with comments", "# from the server\nfe fd 00 01 02 03 04\nff ff ff 01\n", "FE FD 00 01 02 03 05 FF FF FF 01",
			"# from the server\nfe fd 00 01 02 03 05\nff ff ff 01\n"},
		{"capitals without spaces", "FEFD0001020304FFFFFF01", "FE FD 00 01 02 03 0A FF FF FF 01", "FEFD000102030AFFFFFF01"},
		{"xxd", "00000000: 5c73 7461 7475 735c                      \\status\\\n", "5C 73 74 61 74 55 73 5C",
			"00000000: 5c73 7461 7455 735c                      \\statUs\\\n"},
		{"two datagrams", "5c 73 74 61 74 75 73 5c\n\n5c 69 6e 66 6f 5c\n", "5C 62 6C 61 74 75 73 5C",
			"5c 62 6c 61 74 75 73 5c\n\n5c 69 6e 66 6f 5c\n"},
		{"another length", "# a request\n5c 73 74 61 74 75 73 5c\n\n# another\n5c 69 6e 66 6f 5c\n", "5C 69 5C",
			"# a request\n5C 69 5C\n\n# another\n5c 69 6e 66 6f 5c\n"},
		{"another length of a dump", "00000000  5c 73 74 61 74 75 73 5c  |\\status\\|\n", "5C 69 5C", "5C 69 5C\n"},
		{"a string", `"\x5c\x73\x74\x61\x74\x75\x73\x5c"`, "5C 73 74 61 74 55 73 5C", `"\x5c\x73\x74\x61\x74\x55\x73\x5c"`},
		{"a C array", "{0x5c, 0x73, 0x74, 0x61, 0x74, 0x75, 0x73, 0x5c}", "5C 73 74 61 74 55 73 5C",
			"{0x5c, 0x73, 0x74, 0x61, 0x74, 0x55, 0x73, 0x5c}"},
	} {
		p := ReadPaste([]byte(c.text), PasteOptions{})
		if p.Err != nil {
			t.Fatalf("%s: %v", c.name, p.Err)
		}
		b, err := paste.Parse([]byte(c.bytes), paste.Options{Format: paste.PlainHex})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Rewrite(c.text, PasteOptions{}, 0, b.Datagrams[0].Data); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
