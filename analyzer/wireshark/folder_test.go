package wireshark

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInstall writes, writes again and removes, and leaves what something else wrote.
func TestInstall(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "plugins")
	for range 2 {
		path, err := Install(folder)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Script()
		if err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != string(want) {
			t.Errorf("%s: %d bytes, %v", path, len(b), err)
		}
	}
	for _, want := range []bool{true, false} {
		if removed, err := Remove(folder); removed != want || err != nil {
			t.Errorf("removed is %v, %v", removed, err)
		}
	}
	const other = "-- something else: fragscope: is only named later\n"
	if err := os.WriteFile(Path(folder), []byte("-- another plugin\n"+other), 0o600); err != nil {
		t.Fatal(err)
	}
	_, installed := Install(folder)
	_, removed := Remove(folder)
	for _, err := range []error{installed, removed} {
		if err == nil || !strings.Contains(err.Error(), "something else wrote this file") {
			t.Error(err)
		}
	}
	if b, err := os.ReadFile(Path(folder)); err != nil || !strings.HasSuffix(string(b), other) {
		t.Errorf("%q, %v", b, err)
	}
}

// TestInstallProfile does so for the profile, in which a user's own file stays.
func TestInstallProfile(t *testing.T) {
	folder := t.TempDir()
	path, err := InstallProfile(folder)
	if err != nil {
		t.Fatal(err)
	}
	recent := filepath.Join(path, "recent")
	if err := os.WriteFile(recent, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if removed, err := RemoveProfile(folder); !removed || err != nil {
		t.Errorf("removed is %v, %v", removed, err)
	}
	if left, err := os.ReadDir(path); err != nil || len(left) != 1 || left[0].Name() != "recent" {
		t.Errorf("%v, %v", left, err)
	}
	if err := os.WriteFile(filepath.Join(path, "preferences"), []byte("udp.check_checksum: TRUE\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := InstallProfile(folder); err == nil {
		t.Error("preferences of something else are written over")
	}
	if _, err := os.Stat(filepath.Join(path, "colorfilters")); err == nil {
		t.Error("half a profile is written")
	}
}
