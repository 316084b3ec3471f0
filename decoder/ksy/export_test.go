package ksy

import (
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A described is a description with datagrams that it reads.
type described struct {
	name    string
	layout  *Layout
	samples [][]byte
}

func describedSamples(t *testing.T) (list []described) {
	t.Helper()
	list = append(list, described{"my_game", parseReference(t, []byte(game)), [][]byte{
		decodeHex(t, strings.Replace(gameReply, "1700", "1800", 1)),
		decodeHex(t, "ffff4d47 01 0400 78563412"), decodeHex(t, "ffff4d47 01 0400 785634")}})
	files, err := filepath.Glob("testdata/reference/*.ksy")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(file, ".ksy")
		switch filepath.Base(base) {
		case "texts": // what is exported counts bytes, where this has characters of several
			continue
		case "params", "low_bits":
			l := parseReference(t, text)
			for _, x := range Exports {
				if out, err := x.Append(nil, l); err == nil || !strings.Contains(err.Error(), "no equivalent") {
					t.Errorf("%s as %s: %d bytes, %v", base, x.Name, len(out), err)
				}
			}
			continue
		}
		samples, err := os.ReadFile(base + ".hex")
		if err != nil {
			t.Fatal(err)
		}
		d := described{name: filepath.Base(base), layout: parseReference(t, text)}
		for line := range strings.Lines(string(samples)) {
			d.samples = append(d.samples, decodeHex(t, strings.TrimSpace(line)))
		}
		list = append(list, d)
	}
	return list
}

func export(t *testing.T, l *Layout, name string) (string, error) {
	t.Helper()
	x := Exports[slices.IndexFunc(Exports, func(x Export) bool { return x.Name == name })]
	out, err := x.Append(nil, l)
	return string(out), err
}

// TestExports: what cannot be exported is an error with its place, and few descriptions have any of it.
func TestExports(t *testing.T) {
	failed := map[string]int{}
	all := describedSamples(t)
	for _, d := range all {
		l := d.layout
		for _, x := range Exports {
			text, err := export(t, l, x.Name)
			if err != nil {
				t.Logf("%s as %s: %v", d.name, x.Name, err)
				failed[x.Name]++
			} else if text == "" {
				t.Errorf("%s as %s: nothing", d.name, x.Name)
			}
		}
	}
	if failed["go"] > 2 || failed["lua"] > 2 || failed["imhex"] > 5 {
		t.Errorf("of %d not exported: %v", len(all), failed)
	}
}

// goMain prints what a package has read, as TestReference has it.
const goMain = `package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	layout "exported/LAYOUT"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		p, _ := hex.DecodeString(in.Text())
		m, err := layout.Read(p)
		var lines []string
		dump(&lines, "", reflect.ValueOf(m))
		slices.Sort(lines)
		fmt.Println(strings.Join(lines, "\n"))
		fmt.Println("--", err)
	}
}

func dump(lines *[]string, path string, v reflect.Value) {
	add := func(s string) { *lines = append(*lines, path+"="+s) }
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			dump(lines, path, v.Elem())
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if v.Elem().Kind() != reflect.Struct {
			dump(lines, path, v.Elem())
			return
		}
		if path != "" {
			path += "."
		}
		for i := range v.NumMethod() {
			dump(lines, path+v.Type().Method(i).Name, v.Method(i).Call(nil)[0])
		}
		for i := range v.Elem().NumField() {
			if f := v.Elem().Type().Field(i); f.IsExported() {
				dump(lines, path+f.Name, v.Elem().Field(i))
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		if b, ok := v.Interface().([]byte); ok && path != "List" && path != "Groups" { // these are lists of u1
			add(hex.EncodeToString(b))
			return
		}
		for i := range v.Len() {
			dump(lines, path+"["+strconv.Itoa(i)+"]", v.Index(i))
		}
	case reflect.String:
		add(hex.EncodeToString([]byte(v.String())))
	case reflect.Float32, reflect.Float64:
		add(strconv.FormatFloat(v.Float(), 'f', -1, 64))
	default:
		add(fmt.Sprint(v.Interface()))
	}
}
`

// TestExportedGo: the package that is written compiles, and reads the samples as Kaitai
// Struct's own compiler does.
func TestExportedGo(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module exported\n\ngo 1.24\n")
	var list []described
	for _, d := range describedSamples(t)[1:] {
		l := d.layout
		text, err := export(t, l, "go")
		if err != nil {
			continue
		}
		list = append(list, d)
		write(d.name+"/layout.go", text)
		write("cmd/"+d.name+"/main.go", strings.ReplaceAll(goMain, "LAYOUT", d.name))
	}
	c := exec.Command("go", "build", "-o", "bin/", "./cmd/...")
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=-pgo=off", "GOWORK=off")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	fields := 0
	for _, d := range list {
		c := exec.Command(filepath.Join(dir, "bin", d.name))
		in := ""
		for _, p := range d.samples {
			in += hex.EncodeToString(p) + "\n"
		}
		c.Stdin = strings.NewReader(in)
		out, err := c.Output()
		if err != nil {
			t.Fatal(d.name, err)
		}
		want, err := os.ReadFile("testdata/reference/" + d.name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		got, read := plainPaths(string(out))
		expected, _ := plainPaths(string(want))
		if got != expected {
			t.Errorf("%s: got\n%s\nwant\n%s", d.name, got, expected)
		}
		fields += read
	}
	if len(list) < 24 || fields < 300 {
		t.Errorf("%d packages read %d fields", len(list), fields)
	}
}

// plainPaths returns lines of paths and values, each datagram's in order, with paths that languages write alike.
func plainPaths(text string) (string, int) {
	var all, lines []string
	n := 0
	for line := range strings.Lines(text + "--") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "--") {
			if slices.Sort(lines); lines != nil {
				all = append(all, strings.Join(lines, "\n"))
			}
			lines = nil
			continue
		}
		if path, v, ok := strings.Cut(line, "="); ok {
			lines = append(lines, strings.ToLower(strings.ReplaceAll(path, "_", ""))+"="+v)
			n++
		}
	}
	return strings.TrimSpace(strings.Join(all, "\n--\n")), n
}
