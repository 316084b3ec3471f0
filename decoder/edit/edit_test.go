package edit_test

import (
	"bytes"
	"errors"
	"pgregory.net/rapid"
	"slices"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

// again decodes b as what m is.
func again(m *wire.Message, b []byte) *wire.Message { return (&edit.Editor{M: m}).Decode(b) }

func find(t testing.TB, m *wire.Message, key string) int {
	t.Helper()
	i := m.Find(key, 0)
	if i < 0 {
		t.Fatalf("no %s in\n%s", key, promise.Dump(m))
	}
	return i
}

func TestEdit(t *testing.T) {
	info := decoder.Decode(promise.Hex(t, "ut2004-info-reply")[0], wire.Options{})
	ping := decoder.Decode([]byte{0x79, 0, 0, 0, 0}, wire.Options{})
	text := decoder.Decode([]byte(`\gamename\ut\hostname\A Server\queryid\7.1\final\`), wire.Options{})
	ugp := promise.Packets(t)["ugp-query-reply"][0]
	for _, c := range []struct {
		m          *wire.Message
		key, value string
		want       string // value as it reads then
		bytes      string // in hex, somewhere in the result
	}{
		{info, "unreal2.info.hostname", "Grimm", "Grimm", "06 47 72 69 6d 6d 00"},
		{info, "unreal2.info.hostname", "", "", "00 10 44 4d"},
		{info, "unreal2.info.hostname", "Gr\u00fcn", "Gr\u00fcn", "05 47 72 fc 6e 00"},
		{info, "unreal2.info.hostname", "\u0416", "\u0416", "82 16 04 00 00"},
		{info, "unreal2.info.hostname", strings.Repeat("x", 63), strings.Repeat("x", 63), "40 01 78 78"},
		{info, "unreal2.info.game_port", "7777", "7777", "61 1e 00 00"},
		{info, "unreal2.info.game_port", "0xffffffff", "4294967295", "ff ff ff ff"},
		{info, "unreal2.info.flags", "password | instagib", "17", "11 00 00 00"},
		{info, "unreal2.info.flags", "bit 31|2", "2147483650", "02 00 00 80"},
		{info, "unreal2.info.flags", "none", "0", ""},
		{ping, "unreal2.request.command", "players", "2", "02"},
		{ping, "unreal2.request.version", "UT2004 and later", "128", "80 00 00 00 00"},
		{text, "gamespy1.value", "Another", "Another", ""},
		{decoder.Decode(ugp, wire.Options{}), "ugp.server.name", "A longer name than before", "A longer name than before",
			"1a 41 20"},
	} {
		i := c.m.Find(c.key, 0)
		if c.m == text {
			for i = range text.Fields {
				if text.Text(i) == "A Server" {
					break
				}
			}
		}
		if i < 0 {
			t.Fatalf("no %s in\n%s", c.key, promise.Dump(c.m))
		}
		b, err := edit.Edit(c.m, i, c.value)
		if err != nil {
			t.Errorf("%s: %v", c.key, err)
			continue
		}
		m := again(c.m, b)
		promise.Message(t, m)
		if worst, _ := m.Worst(); worst == wire.SeverityError || m.Text(i) != c.want ||
			!bytes.Contains(b, promise.Unhex(t, c.bytes)) {
			t.Errorf("%s = %q gives %q\n%s", c.key, c.value, m.Text(i), promise.Dump(m))
		}
	}
}

func TestEditErrors(t *testing.T) {
	info := decoder.Decode(promise.Hex(t, "ut2004-info-reply")[0], wire.Options{})
	text := decoder.Decode([]byte(`\gamename\ut\hostname\A Server\queryid\7.1\final\`), wire.Options{})
	frame := decoder.Decode(promise.UDP4(promise.Hex(t, "ut2004-info-reply")[0]), wire.Options{})
	rules := decoder.Decode(promise.Unhex(t, "80 00 00 00 01 02 61 00 02 62 00"), wire.Options{})
	ugp := decoder.Decode(promise.Packets(t)["ugp-query-reply"][0], wire.Options{})
	for _, c := range []struct {
		m          *wire.Message
		key, value string
		want       string
	}{
		{info, "unreal2.info.hostname", "a\x00b", "a NUL ends the text, so the text cannot hold one"},
		{info, "unreal2.info.hostname", "\xff", "the new text is not valid UTF-8"},
		{info, "unreal2.info.game_port", "4294967296", "the number does not fit; expected a number from 0 to 4294967295"},
		{info, "unreal2.info.game_port", "-1", "expected a number from 0 to 4294967295"},
		{info, "unreal2.info.game_port", "port", "expected a number from 0 to 4294967295"},
		{info, "unreal2.info.flags", "pasword",
			"expected a number from 0 to 4294967295, or names joined by |, such as password"},
		{text, "gamespy1.pair", "x", "it only holds other fields; change one of those"},
		{rules, "unreal2.rules.rule", "x", "it only holds other fields; change one of those"},
		{frame, "frame.udp.length", "9", "it follows the bytes that it counts or guards; EditRaw sets it alone"},
		{frame, "frame.ipv4.checksum", "9", "it follows the bytes that it counts or guards; EditRaw sets it alone"},
		{frame, "frame.ipv4.source", "192.0.2", "expected an IPv4 address such as 192.0.2.10"},
		{ugp, "ugp.server.name", strings.Repeat("x", 255),
			"the text is too long for its length, which is a number of 8 bits"},
	} {
		i := c.m.Find(c.key, 0)
		if i < 0 && c.m == text {
			i = 0
		}
		if i < 0 {
			t.Fatalf("no %s in\n%s", c.key, promise.Dump(c.m))
		}
		_, err := edit.Edit(c.m, i, c.value)
		var e *edit.EditError
		if !errors.As(err, &e) || e.Reason != c.want {
			t.Errorf("%s = %q: %v, want %s", c.key, c.value, err, c.want)
		}
	}
	if _, err := edit.Edit(info, find(t, info, "unreal2.info.hostname")-1, "5"); err == nil ||
		!strings.Contains(err.Error(), "follows the text after it") {
		t.Errorf("length: %v", err)
	}
	for i := range text.Fields {
		if text.Text(i) == "A Server" {
			if _, err := edit.Edit(text, i, `a\b`); err == nil || !strings.Contains(err.Error(), "backslash") {
				t.Errorf("backslash: %v", err)
			}
		}
	}
}

// Lengths and checksums of every header follow a text that grows; the padding
// of a short frame gives way.
func TestEditFrame(t *testing.T) {
	info := promise.Hex(t, "ut2004-info-reply")[0]
	for _, p := range [][]byte{
		promise.Ethernet(0x8100, promise.VLAN(5, 0x0800, promise.UDP4(info))), promise.Ethernet(0x86dd, promise.UDP6(info)),
		promise.SLL(0x0800, promise.UDP4(info)),
		promise.IPv6(60, slices.Concat([]byte{17, 0, 1, 4, 0, 0, 0, 0}, promise.UDP(promise.Server6, promise.Client6, 7778,
			50123, info))),
	} {
		m := decoder.Decode(p, wire.Options{})
		b, err := edit.Edit(m, find(t, m, "unreal2.info.hostname"), "A name that is rather longer than the one before")
		if err != nil {
			t.Fatal(err)
		}
		if n := decoder.Decode(b, wire.Options{}); len(n.Problems) > 0 || n.Frame.Link != m.Frame.Link {
			t.Errorf("%s", promise.Dump(n))
		}
		b, err = edit.Edit(m, find(t, m, "frame.udp.source"), "7788")
		if n := decoder.Decode(b, wire.Options{}); err != nil || len(n.Problems) > 0 || n.Frame.SrcPort != 7788 {
			t.Errorf("%v\n%s", err, promise.Dump(n))
		}
	}
	short := decoder.Decode(promise.Ethernet(0x0800, promise.UDP4(promise.Unhex(t, "80 00 00 00 01 02 61 00 02 62 00"))),
		wire.Options{})
	b, err := edit.Edit(short, find(t, short, "unreal2.rules.value"), "four")
	if n := decoder.Decode(b, wire.Options{}); err != nil || len(b) != 60 || len(n.Problems) > 0 {
		t.Errorf("%d bytes, %v\n%s", len(b), err, promise.Dump(n))
	}
}

func TestEditRaw(t *testing.T) {
	m := decoder.Decode(promise.UDP4(promise.Hex(t, "ut2004-info-reply")[0]), wire.Options{})
	b, err := edit.EditRaw(m, find(t, m, "unreal2.info.hostname")-1, []byte{0x3f})
	if err != nil || len(b) != len(m.Data) || b[m.Fields[find(t, m, "unreal2.info.hostname")-1].Offset] != 0x3f {
		t.Errorf("%x %v", b, err)
	}
}

func TestSetBit(t *testing.T) {
	m := decoder.Decode(promise.Ethernet(0x0800, promise.UDP4(promise.Hex(t, "ut2004-info-reply")[0])), wire.Options{})
	b, err := edit.SetBit(m, find(t, m, "frame.ipv4.fragment"), 0x4000, false)
	n := decoder.Decode(b, wire.Options{})
	if err != nil || len(n.Problems) > 0 || n.Fields[find(t, n, "frame.ipv4.fragment")].Value != 0 {
		t.Errorf("%v\n%s", err, promise.Dump(n))
	}
	if _, err := edit.SetBit(m, find(t, m, "unreal2.info.flags"), 1<<32, true); err == nil {
		t.Error("bit 32 of 32 was set")
	}
}

// Groups go and come again, with the numbers that count them.
func TestDeleteDuplicate(t *testing.T) {
	for name, key := range map[string]string{
		"ugp-query-reply": "ugp.players.player", "ugp-query-reply-rules": "ugp.rules.rule",
		"killingfloor-rules-reply": "unreal2.rules.rule", "lan-beacon-reply": "unreal-lan.beacon.property",
	} {
		m := decoder.Decode(promise.Packets(t)[name][0], wire.Options{})
		first := find(t, m, key)
		more, err := edit.DuplicateField(m, first)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		grown := again(m, more)
		if len(grown.Problems) > len(m.Problems) || len(grown.Fields) <= len(m.Fields) {
			t.Errorf("%s", promise.Dump(grown))
		}
		less, err := edit.DeleteField(grown, grown.Next(first))
		if err != nil || !bytes.Equal(less, m.Data) {
			t.Errorf("%s: %v\n%x\n%x", name, err, less, m.Data)
		}
	}
}

// editable lists the fields of m that Edit may change.
func editable(m *wire.Message) []int {
	var fields []int
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Kind != wire.KindGroup && f.Flags&wire.FlagLength == 0 && (f.Leaf() || f.Kind == wire.KindText) {
			fields = append(fields, i)
		}
	}
	return fields
}

// checkEdited fails the test unless b, made from m by an edit, keeps the
// promises of any datagram.
func checkEdited(t testing.TB, m *wire.Message, b []byte) *wire.Message {
	t.Helper()
	n := again(m, b)
	promise.Message(t, n)
	promise.Encode(t, n)
	return n
}

// Any value that a field can express is read back as it was written.
func TestEditProperty(t *testing.T) {
	all := promise.Packets(t)
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	refused, done := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		datagrams := all[rapid.SampledFrom(names).Draw(t, "sample")]
		m := decoder.Decode(rapid.SampledFrom(datagrams).Draw(t, "datagram"), wire.Options{})
		fields := editable(m)
		if len(fields) == 0 {
			return
		}
		i := rapid.SampledFrom(fields).Draw(t, "field")
		f := &m.Fields[i]
		var value string
		switch k := f.Kind; {
		case k == wire.KindText || k == wire.KindUCS2:
			value = rapid.OneOf(rapid.StringMatching(`[ -~]{0,80}`), rapid.StringN(0, 30, -1),
				rapid.StringMatching(`[\x{80}-\x{ff}\x{20ac}A]{0,20}`)).Draw(t, "text")
		case k.Signed() && k.Size() == 4:
			value = rapid.Custom(func(t *rapid.T) string { return formatInt(int64(rapid.Int32().Draw(t, "i"))) }).Draw(t,
				"number")
		case k.Number() && k.Size() > 0:
			value = formatInt(int64(rapid.Uint64Range(0, 1<<(8*min(k.Size(), 7))-1).Draw(t, "number")))
		case k.Number():
			value = formatInt(rapid.Int64Range(-1<<34+1, 1<<34-1).Draw(t, "number"))
		case k.Float():
			value = "-1.5"
		case k == wire.KindIPv4:
			value = "198.51.100.99"
		case k == wire.KindIPv6:
			value = "2001:db8::99"
		default:
			value = string(wire.AppendHex(nil, rapid.SliceOfN(rapid.Byte(), int(f.Length), int(f.Length)).Draw(t, "bytes"),
				wire.LowerHex, " "))
		}
		b, err := edit.Edit(m, i, value)
		if err != nil {
			refused++
			var e *edit.EditError
			if !errors.As(err, &e) || e.Reason == "" || e.Field != m.Key(i) {
				t.Fatalf("%#v", err)
			}
			return
		}
		done++
		n := checkTiles(t, m, b)
		if f.Kind == wire.KindUnknown || f.Kind == wire.KindMAC {
			return
		}
		for j := range n.Fields {
			if n.Key(j) == m.Key(i) && n.Text(j) == value {
				return
			}
		}
		t.Fatalf("%s = %q is not in\n%s", m.Key(i), value, promise.Dump(n))
	})
	if refused > done {
		t.Errorf("%d of %d edits were refused", refused, refused+done)
	}
}

// checkTiles is checkEdited for a property test.
func checkTiles(t *rapid.T, m *wire.Message, b []byte) *wire.Message {
	n := again(m, b)
	if got := edit.Encode(n); !bytes.Equal(got, b) {
		t.Fatalf("%x\nis encoded as\n%x", b, got)
	}
	at := 0
	for i := range n.Fields {
		if f := &n.Fields[i]; f.Leaf() {
			if int(f.Offset) != at {
				t.Fatalf("field %s at %d, want %d", n.Key(i), f.Offset, at)
			}
			at = f.End()
		}
	}
	if at != len(b) {
		t.Fatalf("leaves end at %d of %d", at, len(b))
	}
	return n
}

func formatInt(v int64) string {
	m := wire.Message{Fields: []wire.Field{{Def: &wire.FieldDef{}, Kind: wire.KindI64BE, Value: uint64(v)}}}
	return m.Text(0)
}

// FuzzEdit changes any field of any bytes to any value; it must give a
// datagram that keeps the promises, or say why not.
func FuzzEdit(f *testing.F) {
	for _, datagrams := range promise.Packets(f) {
		for _, p := range datagrams {
			f.Add(p, uint16(len(p)/3), "Name|7", uint8(0))
		}
	}
	f.Fuzz(func(t *testing.T, p []byte, field uint16, value string, how uint8) {
		m := decoder.Decode(slices.Clip(p), wire.Options{})
		i := int(field)
		if len(m.Fields) > 0 {
			i %= len(m.Fields)
		}
		var b []byte
		var err error
		switch how % 5 {
		case 0:
			b, err = edit.Edit(m, i, value)
		case 1:
			b, err = edit.EditRaw(m, i, []byte(value))
		case 2:
			b, err = edit.SetBit(m, i, 1<<(how/5), how&1 != 0)
		case 3:
			b, err = edit.DeleteField(m, i)
		case 4:
			b, err = edit.DuplicateField(m, i)
		}
		if err != nil {
			var e *edit.EditError
			if !errors.As(err, &e) || e.Reason == "" {
				t.Fatalf("%#v", err)
			}
			return
		}
		checkEdited(t, m, b)
	})
}

// TestWords: each word of a list has a length of its own, and the packet one for all.
func TestWords(t *testing.T) {
	s, _ := samples.Get("frostbite-server-info-reply")
	for _, value := range []string{"", "X", "a name that is longer than the one before"} {
		m := decoder.Decode(s.Datagrams()[0], wire.Options{})
		b, err := edit.Edit(m, m.Find("frostbite.info.name", 0), value)
		if err != nil {
			t.Fatal(err)
		}
		n := decoder.Decode(b, wire.Options{})
		st := decoder.StatusOf(n)
		if len(n.Problems) > 0 || st == nil || st.Name.Value != value || st.Map.Value != "MP_Siege" {
			t.Errorf("with the name %q: %v, status %+v", value, n.Problems, st)
		}
	}
}
