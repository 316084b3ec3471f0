package gamespymaster

import (
	"bytes"
	"encoding/hex"
	"testing"

	_ "fragscope/samples/seeded" // the same inputs in each run

	"pgregory.net/rapid"
)

// TestVectors: two programs that share no code with this one, the cipher of the
// toolkit itself and the one of GSList, both made these ciphertexts of the bytes
// 37i+11.
func TestVectors(t *testing.T) {
	plain := make([]byte, 64)
	for i := range plain {
		plain[i] = byte(37*i + 11)
	}
	for _, c := range []struct{ key, challenge, salt, want string }{
		{"nT2Mtz", "705763385b567b5d", "c80f569de42b72b900478ed51c63aaf1387fc60d549be22970",
			"35dc2f1bcbbbf7baaf4a43e736f1d54b951b4574507d51a1815806a23e1cefef75d925499d8a2039340d7b8b81ff3c1ad75d2aad8ca597afbd4d1828d36e8aca"},
		{"y2s8Fh", "3031323334353637", "d51c63aaf1387fc60d549be22970",
			"3ef7fe06435fe4f2b8a576c3a6124bb4dc72bdcceb483458a2ebf4d8ca0269d7d46cc2acda039e3a96c5e92ec37b96835c031f06d2ad4fd221b505345d8b43c5"},
		{"UebAWH", "01ff807a4171397f", "e2",
			"2a37bd288ff4829391a8995b4ddaee7e5a71497f4e2a2d0b9b34f9b5de53fb103ae33980812c1c76c519abe558904d155889463d47b1518f2f1108a59754f2b7"},
	} {
		bytesOf := func(s string) []byte {
			b, err := hex.DecodeString(s)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		var to, from cipher
		to.begin(c.key, bytesOf(c.challenge), bytesOf(c.salt))
		from.begin(c.key, bytesOf(c.challenge), bytesOf(c.salt))
		if got := to.encrypt(nil, plain); hex.EncodeToString(got) != c.want {
			t.Errorf("%s: %x", c.key, got)
		}
		if got := from.decrypt(nil, bytesOf(c.want)); !bytes.Equal(got, plain) {
			t.Errorf("%s: decrypted to %x", c.key, got)
		}
	}
}

// Whatever is encrypted is decrypted again, in pieces too.
func TestCipher(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.StringMatching(`[A-Za-z0-9]{1,8}`).Draw(t, "key")
		challenge := rapid.SliceOfN(rapid.Byte(), challengeSize, challengeSize).Draw(t, "challenge")
		salt := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "salt")
		plain := rapid.SliceOf(rapid.Byte()).Draw(t, "plain")
		var to, from cipher
		to.begin(key, challenge, salt)
		from.begin(key, challenge, salt)
		p := to.encrypt(nil, plain)
		cut := rapid.IntRange(0, len(p)).Draw(t, "cut")
		if got := from.decrypt(from.decrypt(nil, p[:cut]), p[cut:]); !bytes.Equal(got, plain) {
			t.Fatalf("%x", got)
		}
	})
}
