//go:build !windows

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// Windows lets only administrators make links.
func TestLinks(t *testing.T) {
	d := newFolder(t)
	d.put("real", "before", 0o644)
	for link, to := range map[string]string{"link": "real", "again": "link", "dangling": "new", "loop": "loop"} {
		if err := os.Symlink(to, d.path(link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.write(d.path("again"), "no", false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a link to a file: %v", err)
	}
	if err := d.write(d.path("again"), "after", true); err != nil {
		t.Error(err)
	}
	if err := d.write(d.path("dangling"), "made", false); err != nil {
		t.Error(err)
	}
	if err := d.write(d.path("loop"), "no", true); err == nil {
		t.Error("a link to itself was written")
	}
	d.holds("again=after", "dangling=made", "link=after", "loop=", "new=made", "real=after")
	for _, link := range []string{"link", "again", "dangling", "loop"} {
		if info, err := os.Lstat(d.path(link)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", link, err)
		}
	}
}
