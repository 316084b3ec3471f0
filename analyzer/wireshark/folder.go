package wireshark

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"fragscope/analyzer/atomicfile"
)

// FileName is the name of the Lua file.
const FileName = "fragscope.lua"

// ProfileName is the name of the profile, and of its folder.
const ProfileName = "fragscope"

//go:embed profile
var profile embed.FS

// ours is in the first line of each of our files.
const ours = "fragscope: "

// PluginFolder is where Wireshark looks for a user's own plugins in Lua,
// whatever its version from 3.6 to 4.4.
func PluginFolder() (string, error) {
	if runtime.GOOS == "windows" {
		folder, err := appData()
		return filepath.Join(folder, "plugins"), err
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "lib", "wireshark", "plugins"), err
}

// ProfileFolder is where Wireshark looks for a user's profiles.
func ProfileFolder() (string, error) {
	if runtime.GOOS == "windows" {
		folder, err := appData()
		return filepath.Join(folder, "profiles"), err
	}
	if folder := os.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(folder) {
		return filepath.Join(folder, "wireshark", "profiles"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".config", "wireshark", "profiles"), err
}

func appData() (string, error) {
	folder := os.Getenv("APPDATA")
	if folder == "" {
		return "", errors.New("%APPDATA% is not set: name the folder")
	}
	return filepath.Join(folder, "Wireshark"), nil
}

// Path is that of the Lua file in a folder.
func Path(folder string) string { return filepath.Join(folder, FileName) }

// ProfilePath is that of the profile in a folder.
func ProfilePath(folder string) string { return filepath.Join(folder, ProfileName) }

// Install writes the Lua file into folder, which it makes. A file of that name
// that is not ours is an error.
func Install(folder string) (path string, err error) {
	script, err := Script()
	if err != nil {
		return "", err
	}
	return Path(folder), write(Path(folder), script)
}

// InstallProfile writes a profile into folder, in a folder of its own: columns,
// colouring rules, and that dissectors by content come before those by port.
func InstallProfile(folder string) (path string, err error) {
	path = ProfilePath(folder)
	for _, name := range profileFiles() {
		if err := check(filepath.Join(path, name)); err != nil {
			return path, err // before anything is written
		}
	}
	for _, name := range profileFiles() {
		b, err := profile.ReadFile("profile/" + name)
		if err != nil {
			return path, err
		}
		if err := write(filepath.Join(path, name), b); err != nil {
			return path, err
		}
	}
	return path, nil
}

func profileFiles() []string { return []string{"colorfilters", "preferences"} }

// Remove removes what Install wrote into folder, and reports whether it was there.
func Remove(folder string) (removed bool, err error) {
	return remove(Path(folder))
}

// RemoveProfile does so for InstallProfile. Files that Wireshark added to the
// profile stay, and so does its folder with them.
func RemoveProfile(folder string) (removed bool, err error) {
	path := ProfilePath(folder)
	for _, name := range profileFiles() {
		one, err := remove(filepath.Join(path, name))
		if err != nil {
			return removed, err
		}
		removed = removed || one
	}
	if left, err := os.ReadDir(path); err == nil && len(left) == 0 && removed {
		return true, os.Remove(path)
	}
	return removed, nil
}

var errNotOurs = errors.New("something else wrote this file: move it away, or name another folder")

// check reports an error for a file that is there and not ours.
func check(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: %w", path, errNotOurs)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 100)
	n, _ := f.Read(head)
	line, _, _ := bytes.Cut(head[:n], []byte("\n"))
	if !bytes.Contains(line, []byte(ours)) {
		return fmt.Errorf("%s: %w", path, errNotOurs)
	}
	return nil
}

func write(path string, b []byte) error {
	if err := check(path); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := atomicfile.Create(path, true)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(b); err != nil {
		return err
	}
	return f.Commit()
}

func remove(path string) (removed bool, err error) {
	if err := check(path); err != nil {
		return false, err
	}
	err = os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
