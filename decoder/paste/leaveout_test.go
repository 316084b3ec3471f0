package paste_test

import (
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/paste"
)

// A datagram that is unknown, or no message in the direction that was named, is not left
// out because the other one is known.
func TestNoneIsLeftOut(t *testing.T) {
	const info = "80 00 00 00 00 00 00 00 00 00 6C 1E 00 00 00 00\n" +
		"00 00 05 54 65 73 74 00 06 44 4D 2D 52 6E 00 05\n" +
		"78 44 4D 67 00 02 00 00 00 10 00 00 00 00 00 00\n" +
		"00 00 00 00 00 02 30 00 00 00\n"
	for _, text := range []string{"79 00 00 00 00\n\n" + info, info + "\n79 00 00 00 00\n", "F7 5A 51 03 41\n\n" + info,
		info + "\nF7 5A 51 03 41\n"} {
		for _, from := range []decoder.Direction{decoder.DirectionUnknown, decoder.Request, decoder.Reply} {
			res, err := paste.Parse([]byte(text), paste.Options{Decode: &decoder.Options{From: from}})
			if err != nil || len(res.Datagrams) != 2 || res.Format != paste.PlainHex {
				t.Errorf("%q from %v: %+v, %v", text, from, res, err)
			}
		}
	}
}

// Backquotes are code in a line of prose, and bytes inside a string.
func TestBackquotesInString(t *testing.T) {
	want := "\" `\x00\x00\x00\x00\x00`"
	res, err := paste.Parse(paste.Dump(nil, paste.PythonLiteral, []byte(want)), paste.Options{Format: paste.PythonLiteral})
	if err != nil || len(res.Datagrams) != 1 || string(res.Datagrams[0].Data) != want {
		t.Errorf("%+v, %v", res, err)
	}
}
