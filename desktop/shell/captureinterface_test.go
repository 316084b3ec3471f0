package shell

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/desktop/report"
	"fragscope/desktop/state"
	"fragscope/desktop/store"

	"github.com/google/gopacket"
)

// A testInterface is an interface of which a test says what is on it.
type testInterface struct {
	packets chan []byte
	closed  chan struct{}
	once    sync.Once
}

func newWire() *testInterface {
	return &testInterface{packets: make(chan []byte, 10), closed: make(chan struct{})}
}

func (w *testInterface) ZeroCopyReadPacketData() ([]byte, gopacket.CaptureInfo, error) {
	select {
	case b := <-w.packets:
		return b, gopacket.CaptureInfo{Timestamp: time.Now(), CaptureLength: len(b), Length: len(b)}, nil
	case <-w.closed:
		return nil, gopacket.CaptureInfo{}, io.EOF
	}
}

func (w *testInterface) Packets() *capture.Reader {
	return capture.FromSource(w, capture.LinkRaw, capture.Options{})
}
func (w *testInterface) Counts() (uint64, uint64) { return 1, 0 }
func (w *testInterface) Close()                   { w.once.Do(func() { close(w.closed) }) }

// infoRequest returns an IPv4 packet with a server info request.
func infoRequest() []byte {
	b := []byte{0x45, 0, 0, 33, 0, 0, 0, 0, 64, 17, 0, 0, 127, 0, 0, 1, 127, 0, 0, 1}
	return append(b, 0xc3, 0x50, 0x1e, 0x62, 0, 13, 0, 0, 0x79, 0, 0, 0, 0)
}

// TestCaptureFromInterface captures as a person does: the dialog says why it
// cannot, packets are there while it runs, stopping keeps them, and they are
// saved through the dialog that saves everything.
func TestCaptureFromInterface(t *testing.T) {
	r := newRig(t)
	r.shell.Start(nil)
	r.shell.Show(viewCaptures)
	w := newWire()
	var refused error
	var got [3]string
	r.shell.opts.Interfaces = func() ([]state.Interface, error) {
		return []state.Interface{{Name: "eth7", About: "192.0.2.1"}, {Name: "lo"}}, nil
	}
	r.shell.opts.Capture = func(name, host, port string) (state.Device, error) {
		got = [3]string{name, host, port}
		return w, refused
	}
	refused = errors.New("eth7: capturing needs the capability CAP_NET_RAW, which this process does not have; give it " +
		"to the program once: " +
		"sudo setcap cap_net_raw+ep /usr/local/bin/fragscope-desktop, or let tcpdump capture and analyze its file")
	r.shell.captures.OnCapture()
	r.tap("Capture")
	r.until("the refusal", func() bool { return strings.Contains(r.says(), "CAP_NET_RAW") })
	r.look("capture-refused")
	if r.can("Stop reading or capturing") {
		t.Error("the menu offers to stop what did not begin")
	}
	refused = nil
	r.tap("Capture")
	r.until("the capture", func() bool { return len(r.dialogs()) == 0 })
	if got != [3]string{"eth7", "", ""} {
		t.Errorf("captured from %q", got)
	}
	snapshot := func() int { return r.shell.Snapshot().Capture.Packets }
	w.packets <- infoRequest()
	r.until("the first packet", func() bool { return snapshot() == 1 && r.shell.Snapshot().Shown.Message != "" })
	r.look("capturing")
	if s := r.shell.Snapshot(); !s.Capture.Working || s.Shown.Message != "server info request" {
		t.Errorf("while it captures: %+v", s.Capture)
	}
	if err := r.shell.askSave(); err == nil || len(r.dialogs()) > 0 {
		t.Errorf("saving what is still captured: %v", err)
	}
	w.packets <- infoRequest()
	r.until("the second packet", func() bool { return snapshot() == 2 })
	if !r.can("Stop reading or capturing") {
		t.Error("the menu does not offer to stop it")
	}
	r.shell.captures.Cancel()
	r.until("the end", func() bool { s := r.shell.Snapshot().Capture; return s.Loaded && !s.Working })
	if r.can("Stop reading or capturing") {
		t.Error("the menu still offers to stop it")
	}
	r.look("captured")
	temporary := r.shell.captures.Path()
	path := filepath.Join(t.TempDir(), "evening.pcapng")
	r.shell.status.error(r.shell.askSave())
	r.enter(path)
	r.tap("Save")
	r.until("the file", func() bool { return strings.HasPrefix(r.shell.status.text, "Saved 2 packets") })
	if s := r.shell.Snapshot(); s.Capture.Packets != 2 || s.Capture.Error != "" {
		t.Errorf("afterwards: %+v", s.Capture)
	}
	r.shell.openFile(path)
	r.until("the saved capture", func() bool {
		s := r.shell.Snapshot().Capture
		return s.Loaded && s.Packets == 2 &&
			s.Path == path
	})
	r.until("the temporary file to be gone", func() bool { // the one before is closed beside the screen
		r.shell.post(func() {})
		_, err := os.Stat(temporary)
		return err != nil
	})

	// What is exported can be stopped until it is done.
	if r.can("Stop exporting") {
		t.Error("the menu offers to stop what nobody exports")
	}
	f := report.Formats()[0].Formats[0]
	if err := r.shell.exportCapture(path, filepath.Join(t.TempDir(), "evening"), store.Create, &f, ""); err != nil ||
		!r.can("Stop exporting") {
		t.Errorf("the menu does not offer to stop it: %v", err)
	}
	r.until("the export", func() bool {
		return strings.HasPrefix(r.shell.status.text, "Exported") &&
			!r.can("Stop exporting")
	})

	// Nor is anything left of it when the window closes.
	w = newWire()
	r.shell.captures.OnCapture()
	r.tap("Capture")
	r.until("another capture", func() bool { return strings.Contains(r.shell.captures.Path(), "fragscope-live") })
	temporary = r.shell.captures.Path()
	r.shell.Close()
	if _, err := os.Stat(temporary); err == nil {
		t.Error("the temporary file is still there when the window is closed")
	}
}
