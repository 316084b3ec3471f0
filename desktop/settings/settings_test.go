package settings

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSavedIsRead(t *testing.T) {
	dir := t.TempDir()
	file, one, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	one.Theme, one.TimeoutMS = "dark", 3000
	one.Opened("/tmp/one.pcapng")
	one.WatchPlayer("ann")
	if err := file.Save(one); err != nil {
		t.Fatal(err)
	}
	_, again, err := Open(dir)
	if diff := cmp.Diff(one, again); diff != "" || err != nil {
		t.Errorf("what is read is not what was saved (%v):\n%s", err, diff)
	}
	if again.WatchPlayer("ann") || len(again.Players) != 0 {
		t.Errorf("watched are %q", again.Players)
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
	if s.Theme != "system" || s.Scale != minScale || s.TimeoutMS != 100 || s.QuietMS != 10_000 || s.Retries != 0 ||
		s.RefreshS != refreshes.Min {
		t.Errorf("out of bounds: %+v", s)
	}
	if s.Window.Width != 1280 || len(s.Window.Splits) != 1 || len(s.Window.Widths["servers"]) != 1 ||
		len(s.Recent) != maxRecent {
		t.Errorf("out of bounds: %+v", s.Window)
	}
}
