package capture

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
)

// A ring writes packets into one or several files, each of which may be read while it is written.
type ring struct {
	path  string // "-" for out
	force bool
	size  int64         // bytes after which the next file begins, 0 for any number
	every time.Duration // time after which it does, 0 for any
	keep  int           // files, 0 for all
	out   io.Writer
	iface capture.Interface

	mu      sync.Mutex
	file    *os.File // nil for out
	w       *bufio.Writer
	put     func(*capture.Packet) error
	ng      *capture.NgWriter // nil for pcap
	written int64             // bytes of this file
	begin   time.Time
	number  int      // of this file, from 1
	paths   []string // of the files that are kept
	packets int64
	total   int64 // bytes of all files
}

func parseRotate(s string) (size int64, every time.Duration, err error) {
	for text := range strings.SplitSeq(s, "/") {
		if d, problem := time.ParseDuration(text); problem == nil && every == 0 && d >= time.Second {
			every = d
		} else if n, ok := parseSize(text); ok && size == 0 {
			size = n
		} else {
			return 0, 0,
				fmt.Errorf("--rotate %q: expected a size of 64 KiB or more, such as 100MB, a time of a second or more, such as "+
					"1h, or both, as 100MB/1h", s)
		}
	}
	return size, every, nil
}

// units are those of sizes, longer ones before their ends.
var units = []struct {
	name  string
	bytes int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1},
	{"", 1}}

func parseSize(s string) (int64, bool) {
	for _, u := range units {
		if digits, ok := strings.CutSuffix(s, u.name); ok {
			n, err := strconv.ParseInt(digits, 10, 64)
			return n * u.bytes, err == nil && n > 0 && n < 1<<40/u.bytes && n*u.bytes >= 64<<10
		}
	}
	return 0, false
}

type fileCounter struct {
	w io.Writer
	n *int64
}

func (c fileCounter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	*c.n += int64(n)
	return n, err
}

func (r *ring) open(linkType int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.iface.LinkType, r.iface.SnapLen, r.iface.TSResol = linkType, 256<<10, 9
	return r.next()
}

func (r *ring) next() error {
	path := r.path
	r.number++
	if r.size > 0 || r.every > 0 { // one of several files
		ext := filepath.Ext(path)
		path = fmt.Sprintf("%s_%05d%s", strings.TrimSuffix(path, ext), r.number, ext)
	}
	var to io.Writer = r.out
	if r.path != "-" {
		flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
		if r.force {
			flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
		}
		f, err := os.OpenFile(path, flags, 0o666)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s exists already; choose another name, or replace it with --force", path)
		}
		if err != nil {
			return cli.PlainError(path, err)
		}
		r.file, to = f, f
		r.paths = append(r.paths, path)
	}
	r.written, r.begin = 0, time.Now()
	r.w = bufio.NewWriterSize(to, 1<<18)
	w := fileCounter{r.w, &r.written}
	if strings.EqualFold(filepath.Ext(r.path), ".pcap") {
		p, err := capture.NewPcapWriter(w, r.iface.LinkType, true)
		if err != nil {
			return err
		}
		r.put = p.WritePacket
	} else {
		ng, err := capture.NewNgWriter(w, capture.Section{Application: "fragscope"})
		if err != nil {
			return err
		}
		if _, err := ng.AddInterface(r.iface); err != nil {
			return err
		}
		r.ng, r.put = ng, ng.WritePacket
	}
	if err := r.w.Flush(); err != nil {
		return cli.PlainError(path, err)
	}
	if r.keep > 0 && len(r.paths) > r.keep {
		old := r.paths[0]
		r.paths = r.paths[1:]
		if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return cli.PlainError(old, err)
		}
	}
	return nil
}

func (r *ring) write(p *capture.Packet) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.written > 0 && (r.size > 0 && r.written+int64(len(p.Data))+64 > r.size ||
		r.every > 0 && time.Since(r.begin) >= r.every) {
		if err := r.end(); err != nil {
			return err
		}
		if err := r.next(); err != nil {
			return err
		}
	}
	r.packets++
	return r.named(r.put(p))
}

func (r *ring) flush() (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var err error
	if r.w != nil {
		err = r.w.Flush()
	}
	return ", " + export.Size(r.total+r.written) + " written", r.named(err)
}

func (r *ring) close(received, dropped uint64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.w == nil {
		return nil
	}
	var err error
	if r.ng != nil {
		err = r.named(r.ng.WriteStatistics(0, time.Now().UnixNano(), received, dropped))
	}
	return cli.Both(err, r.end())
}

func (r *ring) end() error {
	err := r.w.Flush()
	if r.file != nil {
		err = cli.Both(err, r.file.Close())
	}
	r.total += r.written
	r.written, r.w = 0, nil
	return r.named(err)
}

func (r *ring) named(err error) error {
	if err == nil || len(r.paths) == 0 {
		return err
	}
	return cli.PlainError(r.paths[len(r.paths)-1], err)
}
