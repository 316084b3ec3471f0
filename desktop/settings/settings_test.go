package settings

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTwoWindowsChangeDifferentSettings(t *testing.T) {
	dir := t.TempDir()
	a, one, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, two, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	one.Theme = "dark"
	one.Opened("/tmp/one.pcapng")
	if err := a.Save(one); err != nil {
		t.Fatal(err)
	}
	two.TimeoutMS = 3000
	two.Opened("/tmp/two.pcapng")
	if err := b.Save(two); err != nil {
		t.Fatal(err)
	}
	got, _, err := b.Reload(two)
	if err != nil {
		t.Fatal(err)
	}
	if got.Theme != "dark" || got.TimeoutMS != 3000 {
		t.Errorf("theme %q, timeout %d: a window lost the other's change", got.Theme, got.TimeoutMS)
	}
	if want := []string{"/tmp/two.pcapng", "/tmp/one.pcapng"}; !slices.Equal(got.Recent, want) {
		t.Errorf("recent files %q, want %q", got.Recent, want)
	}
	_, again, err := Open(dir)
	if diff := cmp.Diff(got, again); diff != "" || err != nil {
		t.Errorf("what is read is not what was saved (%v):\n%s", err, diff)
	}
}

func TestRecentFilesAreForgotten(t *testing.T) {
	dir := t.TempDir()
	a, one, _ := Open(dir)
	for _, p := range []string{"1", "2", "3"} {
		one.Opened(p)
	}
	if err := a.Save(one); err != nil {
		t.Fatal(err)
	}
	b, two, _ := Open(dir)
	one.Recent = []string{}
	if err := a.Save(one); err != nil {
		t.Fatal(err)
	}
	two.Opened("4")
	if err := b.Save(two); err != nil {
		t.Fatal(err)
	}
	got, _, err := b.Reload(two)
	if want := []string{"4"}; err != nil || !slices.Equal(got.Recent, want) {
		t.Errorf("recent files %q, want %q (%v)", got.Recent, want, err)
	}
}

func TestSaneTakesAnything(t *testing.T) {
	dir := t.TempDir()
	text := `{"theme":"pink","scale":-3,"timeoutMs":0,"quietMs":1000000,"retries":-1,"refreshS":1,"parallel":1000000,` +
		`"window":{"width":1e9,"height":-2,"splits":{"a":7,"b":0.5},"widths":{"servers":{"name":-4,"map":90}}},"recent":["1","2","3","4","5","6","7","8","9","10","11","12","13","14"],"unheard":true}`
	if err := os.WriteFile(filepath.Join(dir, "settings.json"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	_, s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if s.Theme != "system" || s.Scale != minScale || s.TimeoutMS != 100 || s.QuietMS != 10_000 || s.Retries != 0 || s.RefreshS != refreshes.Min {
		t.Errorf("out of bounds: %+v", s)
	}
	if s.Window.Width != 1280 || len(s.Window.Splits) != 1 || len(s.Window.Widths["servers"]) != 1 || len(s.Recent) != maxRecent {
		t.Errorf("out of bounds: %+v", s.Window)
	}
}
