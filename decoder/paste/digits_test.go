package paste_test

import (
	"strings"
	"testing"

	"fragscope/decoder/paste"
)

// TestManyBadDigits: a text is read again for a few digits that cannot be read, not for
// each, and no reading is offered that refuses the text as it is.
func TestManyBadDigits(t *testing.T) {
	bad := "80 00 00 00 0X 6C 1X 00"
	for _, c := range []struct {
		text string
		read bool
	}{
		{"80 00 00 00 0G", true},
		{strings.Repeat("80 00 00 00 0G\n\n", 5000), false},
		{strings.Repeat(bad+"\n", 5000), false},
	} {
		res, err := paste.Parse([]byte(c.text), judged())
		if (err == nil) != c.read || res != nil && len(res.Others) > 0 {
			t.Errorf("%.30q: %+v, %v", c.text, res, err)
		}
	}
}

// TestAddressIsSaid: the address before bytes is what is said of them. Of several strings of PHP's var_dump each is
// read.
func TestAddressIsSaid(t *testing.T) {
	res, err := paste.Parse([]byte("192.0.2.1 80 00 00 00 00"), judged())
	if err != nil || len(res.Datagrams) != 1 || res.Datagrams[0].Comment != "192.0.2.1" {
		t.Errorf("%+v, %v", res, err)
	}
	res, err = paste.Parse([]byte("string(8) \"\\status\\\"\nstring(6) \"\\info\\\"\n"), judged())
	if err != nil || len(res.Datagrams) != 2 || string(res.Datagrams[1].Data) != `\info\` || res.Datagrams[1].Line != 2 {
		t.Errorf("%+v, %v", res, err)
	}
}

// TestSourceCodeEnds: what looks like a list or a repetition of source code and is none is left, once.
func TestSourceCodeEnds(t *testing.T) {
	for _, text := range []string{
		"pack(\"C\", 5 !", "[7u8; 99999999999999999999]", "[7u8 ; 99999999999999999999]",
		strings.Repeat("1 2 ", 20000) + "{", "pack(\"C*\", " + strings.Repeat("1, ", 20000) + "\"",
	} {
		for _, f := range []paste.Format{paste.FormatUnknown, paste.NumberList, paste.PHPLiteral, paste.RustLiteral} {
			_, _ = paste.Parse([]byte(text), paste.Options{Format: f}) // an error is an end too
		}
	}
}
