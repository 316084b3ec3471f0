package wire

import "testing"

// Colour codes of games, and characters of Quake, as texts are displayed.
func TestPlainColours(t *testing.T) {
	for _, c := range []struct {
		style      ColourStyle
		text, want string
	}{
		{ColourIDTech4, "^;Hero^[n ^c905Red^ibo1!^-^N", "Heron Red!"},
		{ColourIDTech4, "a^ b^", "a^ b^"},
		{ColourCaretDigit | ColourIDTech4, "^1a^^2b", "a^b"},
		{ColourCaretAny, "^_[AB^_X]^Fp", "[ABX]p"},
		{ColourSection | ColourSectionByte, "\xa73He\xa7lron", "Heron"},
		{ColourSection | ColourSectionByte, "\xc2\xa73\xc3\xa7a", "ça"},
		{ColourSection, "\xa73x", "§3x"},
		{ColourGlyphs, "\x10\xc8\xe5\x11\x13\x95\x80\x81\x82 .", "[He]13(=) ."},
		{0, "one\ntwo\n", "one two"},
	} {
		m := Message{Data: []byte(c.text), Colours: c.style,
			Fields: []Field{{Def: &FieldDef{}, Kind: KindText, Length: uint32(len(c.text)), Flags: FlagSpecial}}}
		if got := m.Plain(0); got != c.want {
			t.Errorf("%q in style %d: %q, not %q", c.text, c.style, got, c.want)
		}
	}
}
