//go:build !js

package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// build builds the program that exercises the runtime, as the page's are.
func build(t testing.TB, file string) {
	t.Helper()
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "./testdata/work")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func execute(file string, args ...string) (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	cmd := exec.Command(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec"), append([]string{file}, args...)...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// packed returns the size of b, compressed.
func packed(t *testing.T, b []byte) int {
	t.Helper()
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}

// A program does what it did before, its garbage collector and its panics
// included, and is smaller.
func TestSlim(t *testing.T) {
	file := filepath.Join(t.TempDir(), "work.wasm")
	build(t, file)
	want, err := execute(file)
	if err != nil || !strings.HasSuffix(want, "the end\n") {
		t.Fatalf("%v\n%s", err, want)
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := run(file); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := packed(t, after), packed(t, before); a > b*75/100 {
		t.Errorf("of %d bytes, compressed, %d are left", b, a)
	}
	if bytes.Contains(after, []byte("main.build")) {
		t.Error("names of functions are left")
	}
	if got, err := execute(file); err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	got, err := execute(file, "panic")
	if err == nil || !strings.Contains(got, "the end\npanic: runtime error: invalid memory address or nil pointer dereference") {
		t.Errorf("a panic does not say what happened: %v\n%s", err, got)
	}
}

// What is no such program is left as it is, and said.
func TestNoProgram(t *testing.T) {
	for name, program := range map[string][]byte{
		"empty":     nil,
		"text":      []byte("hello, world"),
		"no data":   []byte("\x00asm\x01\x00\x00\x00"),
		"cut":       []byte("\x00asm\x01\x00\x00\x00\x0b\x10\x01"),
		"no tables": built("\x00asm\x01\x00\x00\x00\x0b\x09\x01\x00\x41\x00\x0b\x03abc"),
	} {
		if out, err := Slim(program); err == nil {
			t.Errorf("%s: became %d bytes", name, len(out))
		}
	}
}

// built adds what names the version of Go that built a module.
func built(module string) []byte {
	return append([]byte(module), "\x00\x21\x09producers\x01\x08language\x01\x02Go\x08go1.26.8"...)
}

// A program of another version of Go, or whose tables look different, is left
// byte for byte, which says so and fails no build: a page still works with it.
func TestUnknownTables(t *testing.T) {
	file := filepath.Join(t.TempDir(), "work.wasm")
	build(t, file)
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	command := slim(t)
	for name, change := range map[string]struct{ from, to, say string }{
		"next version":       {"go1.26", "go1.27", `built with "go1.27`},
		"version 1.260":      {"go1.26.", "go1.260", `built with "go1.260`},
		"no version":         {"producers", "producer_", `built with ""`},
		"other magic number": {"\xf1\xff\xff\xff\x00\x00\x01\x08", "\xf2\xff\xff\xff\x00\x00\x01\x08", "tables of functions"},
	} {
		other := bytes.ReplaceAll(program, []byte(change.from), []byte(change.to))
		if bytes.Equal(other, program) {
			t.Errorf("%s: nothing was changed in the program", name)
		}
		if err := os.WriteFile(file, other, 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(command, file).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "left as it is") || !strings.Contains(string(out), change.say) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		if after, err := os.ReadFile(file); err != nil || !bytes.Equal(after, other) {
			t.Errorf("%s: the program was changed (%v)", name, err)
		}
	}
}

// slim builds the command.
func slim(t *testing.T) string {
	t.Helper()
	command := filepath.Join(t.TempDir(), "slim")
	if out, err := exec.Command("go", "build", "-o", command, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return command
}

// A module of one's own making gives an error, never a panic.
func FuzzSlim(f *testing.F) {
	head := append([]byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}, make([]byte, 200)...)
	m := module{sections: []section{{id: sectionData}}, image: head}
	f.Add(built(string(m.encode())))
	for i, v := range []byte{1, 1, 0, 72, 80, 80, 90, 120} {
		head[8+8*i] = v
	}
	copy(head[72:], "main.a\x00")
	f.Add(built(string(m.encode())))
	f.Fuzz(func(t *testing.T, program []byte) {
		if out, err := Slim(program); err == nil && len(out) == 0 {
			t.Error("neither a program nor an error")
		}
	})
}

// A browser takes so many segments and no more, whatever there is to write.
func TestManySegments(t *testing.T) {
	image := make([]byte, 42_000_000)
	for i := 0; i < len(image)-260; i += 560 {
		image[i], image[i+260] = byte(i)|1, 1
	}
	b := fold(image)
	n, size := binary.Uvarint(b)
	if n > mostSegments || n < 2 {
		t.Fatalf("%d segments", n)
	}
	back := make([]byte, len(image))
	r := reader{p: b[size:]}
	for range n {
		r.bytes(2)
		at := r.int()
		r.byte()
		copy(back[at:], r.bytes(r.uint()))
	}
	if r.err != nil || len(r.p) != 0 || !bytes.Equal(back, image) {
		t.Fatalf("the segments do not hold the image: %v", r.err)
	}
}
