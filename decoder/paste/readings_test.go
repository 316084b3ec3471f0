package paste_test

import (
	"fmt"
	"strings"
	"testing"

	"fragscope/decoder/paste"
)

// TestReadings has texts that can be read in several ways: what decodes wins, and the others are offered.
func TestReadings(t *testing.T) {
	for _, c := range []struct {
		name, text string
		format     paste.Format
		data       string
		others     string
	}{
		{"var_dump of text", "array(1) {\n  [0]=>\n  string(8) \"\\status\\\"\n}\n", paste.Raw, `\status\`, "[]"},
		{"LAN query", "REPORTQUERY\n", paste.Raw, "REPORTQUERY", "[]"},
		{"LAN answer", "ut 7780", paste.Raw, "ut 7780", "[]"},
		{"long LAN answer", "ut 7779 utserver Turbine DM 0/10\r\n", paste.Raw, "ut 7779 utserver Turbine DM 0/10", "[]"},
		{"pairs", "5c 69 6e 66 6f 5c", paste.PlainHex, `\info\`, "[]"},
		{"decimals", "92 105 110 102 111 92", paste.BytesInText, `\info\`, "[]"},
		{"two dumps of PHP", "string(8) \"\\status\\\"\nstring(6) \"\\info\\\"\n", paste.Raw, `\status\`, "[]"},
		{"pairs with letters", "a1 b2 03 04 05", paste.PlainHex, "\xa1\xb2\x03\x04\x05", "[]"},
		{"pairs of decimals", "92,98,97,92", paste.NumberList, `\ba\`, "[as plain hex: 4 bytes, unknown]"},
		{"unknown", "91 98 97 92", paste.PlainHex, "\x91\x98\x97\x92", "[as number list: 4 bytes, unknown]"},
		{"od --endian=big", "0000000 5c69 6e66 6f5c\n0000006\n", paste.OdBig2, `\info\`, "[as hexdump: 6 bytes, unknown]"},
		{"od, little-endian", "0000000 695c 666e 5c6f\n0000006\n", paste.Hexdump, `\info\`, "[]"},
		{"hexdump of unknown bytes", "0000000 1234 5678\n0000004\n", paste.Hexdump, "\x34\x12\x78\x56",
			"[as od --endian=big: 4 bytes, unknown]"},
	} {
		opts := judged()
		result, err := paste.Parse([]byte(c.text), opts)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := fmt.Sprint(result.Others); result.Format != c.format || string(result.Datagrams[0].Data) != c.data ||
			got != c.others {
			t.Errorf("%s: %s %q (%s), others %s; want %s %q, %s", c.name, result.Format, result.Datagrams[0].Data, result.Why,
				got, c.format, c.data, c.others)
		}
		for _, other := range result.Others {
			if _, err := paste.Parse([]byte(c.text), paste.Options{Format: other.Format}); err != nil {
				t.Errorf("%s: what is offered is refused: %v", c.name, err)
			}
		}
	}
}

// TestReadingNeverHidesAnError has texts with a mistake: no other reading may hide it, and what can be read says where
// it is.
func TestReadingNeverHidesAnError(t *testing.T) {
	for _, text := range []string{"5c 69 6e 66 6f 5c 0O", "00000000: 5c69 6e66 6f5c 0g  .info..",
		"0x5c, 0x69, 0x6e, 0x66, 0x6f, 0x5c, 0xO0"} {
		result, err := paste.Parse([]byte(text), judged())
		if err == nil && (len(result.Notes) == 0 || result.Notes[0].Column == 0 ||
			!strings.Contains(result.Notes[0].Text, "is no hex digit")) {
			t.Errorf("%q is read as %s: %q, %v", text, result.Format, result.Datagrams[0].Data, result.Notes)
		}
	}
}
