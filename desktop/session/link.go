package session

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"fragscope/desktop/state"
)

// A Link is what a permalink of the browser's inspector holds: datagrams, or
// text that was pasted. It stands behind the "#" of the address, which no
// browser sends anywhere: base64url of deflated bytes, which are the length of
// a head (4 bytes, little endian), the head as JSON, and the datagrams one
// after the other, or the text.
type Link struct {
	Datagrams [][]byte
	Text      string // counts when there are no datagrams
	Current   int    // datagram that is shown first
	Selected  state.Range
	// How to decode: names of a protocol, of who sent it and of the format of a text; "" to auto-detect.
	Protocol, From, Format string
}

// linkHead is the head; its names are those that the page reads.
type linkHead struct {
	Lengths  []int  `json:"l,omitempty"`
	Current  int    `json:"c,omitempty"`
	Selected []int  `json:"s,omitempty"`
	Protocol string `json:"p,omitempty"`
	From     string `json:"r,omitempty"`
	Format   string `json:"f,omitempty"`
}

// MaxLink is how many bytes of datagrams or text the page opens a link to.
const MaxLink = 2 << 20

// What a link may become when it is unpacked, and how many datagrams it may hold.
const (
	maxUnpacked  = MaxLink + 1<<16
	maxDatagrams = 10_000
)

// URL returns the address that shows l in the inspector at page.
func (l *Link) URL(page string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(page))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "",
			fmt.Errorf("%q is not a page: expected an address such as https://example.org/inspector/ in the preferences", page)
	}
	h := linkHead{Current: l.Current, Protocol: l.Protocol, From: l.From, Format: l.Format}
	for _, d := range l.Datagrams {
		h.Lengths = append(h.Lengths, len(d))
	}
	if l.Selected.Len() > 0 {
		h.Selected = []int{l.Selected.Start, l.Selected.End}
	}
	head, err := json.Marshal(h)
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return "", err
	}
	// Writes into memory do not fail.
	w.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(head))))
	w.Write(head)
	for _, d := range l.Datagrams {
		w.Write(d)
	}
	if len(l.Datagrams) == 0 {
		io.WriteString(w, l.Text)
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	u.Fragment, u.RawFragment = "", ""
	return u.String() + "#d=" + base64.RawURLEncoding.EncodeToString(packed.Bytes()), nil
}

// ErrNoLink is what ReadLink says of text that is no permalink.
var ErrNoLink = errors.New("this is not a permalink: expected an address with #d= or #hex=")

// ReadLink reads a permalink, or what stands behind its "#".
func ReadLink(text string) (*Link, error) {
	_, fragment, ok := strings.Cut(strings.TrimSpace(text), "#")
	if !ok || strings.ContainsAny(fragment, " \t\n") {
		return nil, ErrNoLink
	}
	if s, ok := strings.CutPrefix(fragment, "hex="); ok {
		plain, err := url.QueryUnescape(s)
		if err != nil {
			return nil, errors.New("the link is damaged: " + err.Error())
		}
		return &Link{Text: plain}, nil
	}
	s, ok := strings.CutPrefix(fragment, "d=")
	if !ok {
		return nil, ErrNoLink
	}
	packed, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(s, "="))
	if err != nil {
		return nil, errCut
	}
	all, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxUnpacked+1))
	if len(all) > maxUnpacked {
		return nil, fmt.Errorf("the link holds more than the %d MiB that the page opens", MaxLink>>20)
	}
	if err != nil || len(all) < 4 {
		return nil, errCut
	}
	size := binary.LittleEndian.Uint32(all)
	if uint64(size) > uint64(len(all)-4) {
		return nil, errCut
	}
	var h linkHead
	if err := json.Unmarshal(all[4:4+size], &h); err != nil {
		return nil, errors.New("the link is damaged: its header is invalid")
	}
	if len(h.Lengths) > maxDatagrams {
		return nil, fmt.Errorf("the link holds more than %d datagrams", maxDatagrams)
	}
	return h.link(all[4+size:]), nil
}

var errCut = errors.New("the link is damaged: it may have been cut when it was copied")

// link puts head and bytes together; what is missing is left out. Which datagrams a text holds shows when it is read.
func (h *linkHead) link(body []byte) *Link {
	l := &Link{Current: max(h.Current, 0), Protocol: h.Protocol, From: h.From, Format: h.Format}
	if len(h.Selected) == 2 && h.Selected[0] >= 0 && h.Selected[0] < h.Selected[1] {
		l.Selected = state.Range{Start: h.Selected[0], End: h.Selected[1]}
	}
	if h.Lengths == nil {
		l.Text = string(body)
		return l
	}
	for _, n := range h.Lengths {
		if n = min(max(n, 0), len(body)); n > 0 {
			l.Datagrams = append(l.Datagrams, body[:n:n])
			body = body[n:]
		}
	}
	if l.Current >= len(l.Datagrams) {
		l.Current = 0
	}
	if len(l.Datagrams) == 0 || l.Selected.End > len(l.Datagrams[l.Current]) {
		l.Selected = state.Range{}
	}
	return l
}
