package wireshark

import (
	"bufio"
	"bytes"
	"html"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder"
)

// needTshark ends a test where there is no tshark to compare with.
func needTshark(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("tshark"); err != nil {
		t.Skip("no tshark at hand")
	}
}

// command is tshark with the dissector.
func command(t *testing.T, file string, args ...string) *exec.Cmd {
	t.Helper()
	needTshark(t)
	home := t.TempDir()
	folder := filepath.Join(home, "plugins")
	lua, err := Install(folder)
	if err != nil {
		t.Fatal(err)
	}
	args = append([]string{"-n", "-r", file, "-X", "lua_script:" + lua, "-o", "udp.try_heuristic_first:TRUE", "-o",
		"tcp.try_heuristic_first:TRUE"}, args...)
	cmd := exec.Command("tshark", args...)
	cmd.Env = append(os.Environ(), "HOME="+home)
	return cmd
}

// runTshark returns what tshark prints.
func runTshark(t *testing.T, file string, args ...string) string {
	t.Helper()
	out, err := command(t, file, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// tshark yields what tshark with the dissector shows of our protocols, packet by packet.
func tshark(t *testing.T, file string, args ...string) func(yield func([]shown) bool) {
	t.Helper()
	shows := strings.Join(slices.Sorted(maps.Keys(ownNames())), " ") + " _ws.lua"
	cmd := command(t, file, append(args, "-T", "pdml", "-J", shows)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return func(yield func([]shown) bool) {
		readPDML(t, out, yield)
		_, _ = io.Copy(io.Discard, out)
		if err := cmd.Wait(); err != nil {
			t.Errorf("tshark: %v", err)
		}
		for line := range strings.Lines(stderr.String()) {
			if !strings.HasPrefix(line, "Running as user") {
				t.Errorf("tshark: %s", line)
			}
		}
	}
}

// ownNames are the names of our protocols in Wireshark.
func ownNames() map[string]bool {
	own := map[string]bool{"fragscope": true}
	for _, p := range decoder.Protocols() {
		switch name := p.String(); name {
		case "quake2", "quake3", "quakeworld", "raknet": // Wireshark has its own
			own[name+"-query"] = true
		default:
			own[name] = true
		}
	}
	return own
}

// readPDML reads the fields of our protocols.
func readPDML(t *testing.T, r io.Reader, yield func([]shown) bool) {
	own := ownNames()
	var list []shown
	inside, depth := false, 0
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 1<<20), 1<<26)
	s.Split(func(data []byte, end bool) (int, []byte, error) { // unlike ScanLines this keeps carriage returns
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			return i + 1, data[:i], nil
		}
		return 0, nil, nil
	})
	for s.Scan() {
		line := strings.TrimLeft(s.Text(), " ")
		for strings.HasPrefix(line, "<field ") && !strings.HasSuffix(line, ">") && s.Scan() { // a text of several lines
			line += "\n" + s.Text()
		}
		switch {
		case line == "</packet>":
			if !yield(list) {
				return
			}
			list = nil
		case strings.Contains(line, "Lua Error"):
			list = append(list, shown{name: attribute(line, "showname") + attribute(line, "show")})
		case strings.HasPrefix(line, "<proto ") && !strings.HasSuffix(line, "/>"): // else the mark of a malformed packet
			inside, depth = own[attribute(line, "name")], 0
		case line == "</proto>":
			inside = false
		case line == "</field>":
			depth--
		case inside && strings.HasPrefix(line, "<field "):
			if f, ok := shownField(line, depth); ok {
				list = append(list, f)
			}
			if !strings.HasSuffix(line, "/>") {
				depth++
			}
		}
	}
	if err := s.Err(); err != nil {
		t.Error(err)
	}
}

// shownField reads a field; ok is false for those that the decoder does not have.
func shownField(line string, depth int) (f shown, ok bool) {
	f = shown{depth: depth, name: attribute(line, "name"), value: html.UnescapeString(attribute(line, "show"))}
	f.pos, _ = strconv.Atoi(attribute(line, "pos"))
	f.size, _ = strconv.Atoi(attribute(line, "size"))
	switch {
	case f.name == "_ws.expert.message":
		return shown{depth: depth - 1, name: "expert", value: f.value}, true
	case strings.HasPrefix(f.name, "_ws.") || strings.HasPrefix(f.name, "fragscope.problem."):
		return f, false
	case f.name == "fragscope.problem":
		return f, true
	case strings.HasPrefix(f.name, "fragscope."):
		return f, false
	}
	if strings.Count(f.value, ":") == f.size-1 && len(f.value) == 3*f.size-1 && !strings.Contains(line, "eth") {
		f.value = strings.ReplaceAll(f.value, ":", "")
	}
	return f, true
}

func attribute(line, name string) string {
	_, rest, ok := strings.Cut(line, " "+name+`="`)
	if !ok {
		return ""
	}
	value, _, _ := strings.Cut(rest, `"`)
	return value
}
