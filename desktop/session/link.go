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
	From, To  int    // bytes that are selected, none when From is To
	Protocol  string // "" to find it out
}

// linkHead is the head; its names are those that the page reads.
type linkHead struct {
	Lengths  []int  `json:"l,omitempty"`
	Current  int    `json:"c,omitempty"`
	Selected []int  `json:"s,omitempty"`
	Protocol string `json:"p,omitempty"`
}

// maxLink bounds what a link may become when it is unpacked, as the page does.
const maxLink = 32 << 20

// URL returns the address that shows l in the inspector at page.
func (l *Link) URL(page string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(page))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", fmt.Errorf("%q is no page: expected an address such as https://example.org/inspector/ in the preferences", page)
	}
	h := linkHead{Current: l.Current, Protocol: l.Protocol}
	for _, d := range l.Datagrams {
		h.Lengths = append(h.Lengths, len(d))
	}
	if l.From < l.To {
		h.Selected = []int{l.From, l.To}
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
var ErrNoLink = errors.New("that is no permalink: expected an address with #d= or #hex=")

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
	all, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxLink+1))
	if len(all) > maxLink {
		return nil, fmt.Errorf("the link holds more than %d MB", maxLink>>20)
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
	return h.link(all[4+size:]), nil
}

var errCut = errors.New("the link is damaged: it may have been cut when it was copied")

// link puts head and bytes together; what is missing is left out.
func (h *linkHead) link(body []byte) *Link {
	l := &Link{Protocol: h.Protocol}
	if h.Lengths == nil {
		l.Text = string(body)
		return l
	}
	for _, n := range h.Lengths {
		n = min(max(n, 0), len(body))
		l.Datagrams = append(l.Datagrams, body[:n:n])
		body = body[n:]
	}
	if h.Current > 0 && h.Current < len(l.Datagrams) {
		l.Current = h.Current
	}
	if len(h.Selected) == 2 && len(l.Datagrams) > 0 {
		n := len(l.Datagrams[l.Current])
		if from, to := h.Selected[0], h.Selected[1]; from >= 0 && from < to && to <= n {
			l.From, l.To = from, to
		}
	}
	return l
}
