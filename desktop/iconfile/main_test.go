package main

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

func TestIconHoldsEverySize(t *testing.T) {
	out := filepath.Join(t.TempDir(), "fragscope.ico")
	if err := run([]string{"../icon.svg", out}); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	le := binary.LittleEndian
	if n := int(le.Uint16(b[4:])); n != len(sizes) {
		t.Fatalf("the file says that it holds %d pictures", n)
	}
	for i, size := range sizes {
		entry := b[6+16*i:]
		at, length := le.Uint32(entry[12:]), le.Uint32(entry[8:])
		img, err := png.Decode(bytes.NewReader(b[at : at+length]))
		if err != nil {
			t.Fatal(err)
		}
		if img.Bounds().Dx() != size || entry[0] != byte(size) {
			t.Errorf("picture %d is %v", i, img.Bounds())
		}
		if _, _, _, a := img.At(size/2, size/2).RGBA(); a == 0 {
			t.Errorf("nothing was drawn with %d pixels", size)
		}
	}
	if run([]string{"main.go", out}) == nil || run(nil) == nil {
		t.Error("what is no drawing became an icon")
	}
}
