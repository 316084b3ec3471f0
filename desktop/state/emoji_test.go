package state

import "testing"

// TestEmoji: pictures are named by their code points; letters of all scripts stay.
func TestEmoji(t *testing.T) {
	for text, want := range map[string]string{
		"🚀🔥 Emoji 🎮": `\u{1f680}\u{1f525} Emoji \u{1f3ae}`, "Сервер 服务器 ★": "Сервер 服务器 ★", "plain": "plain",
		"\u202ex": `\u202ex`,
	} {
		if got := Escape(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
