package main

import (
	"bytes"
	"time"

	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/live"
	"fragscope/decoder/render"
)

type sessionJSON struct {
	Server    string         `json:"server"`
	Address   string         `json:"address"`
	Plan      *string        `json:"plan"`
	Protocol  *string        `json:"protocol"`
	Time      time.Time      `json:"time"`
	RTT       *float64       `json:"rttMs"`
	Error     *string        `json:"error"`
	Tried     []trialJSON    `json:"tried"`
	Exchanges []exchangeJSON `json:"exchanges"`
	Received  []receivedJSON `json:"packets"`
	Dropped   int            `json:"dropped"`
}

type trialJSON struct {
	Port     uint16   `json:"port"`
	Plan     string   `json:"plan"`
	Why      string   `json:"why"`
	Attempts int      `json:"attempts"`
	Answer   *string  `json:"answer"`
	Fits     bool     `json:"fits"`
	RTT      *float64 `json:"rttMs"`
}

type exchangeJSON struct {
	Protocol string   `json:"protocol"`
	Message  string   `json:"message"`
	Outcome  string   `json:"outcome"`
	Sent     int      `json:"sent"`
	Replies  int      `json:"replies"`
	Missing  int      `json:"missing"`
	FirstRTT *float64 `json:"firstRttMs"`
	LastRTT  *float64 `json:"lastRttMs"`
}

// receivedJSON goes with the datagram of the same index.
type receivedJSON struct {
	Time    time.Time `json:"time"`
	Src     string    `json:"src"`
	Dst     string    `json:"dst"`
	Verdict string    `json:"verdict"`
}

func jsonMillis(d time.Duration) *float64 {
	if d < 0 {
		return nil
	}
	v := float64(d.Microseconds()) / 1000
	return &v
}

func jsonText(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func sessionHead(s *live.Session) []byte {
	h := sessionJSON{
		Server: s.Target.String(), Time: s.Start.UTC(), RTT: jsonMillis(s.RTT()), Tried: []trialJSON{},
		Exchanges: []exchangeJSON{}, Received: []receivedJSON{}, Dropped: s.Dropped,
	}
	if s.Addr.IsValid() {
		h.Address = s.Addr.String()
	}
	if s.Plan != nil {
		h.Plan, h.Protocol = &s.Plan.Name, jsonText(s.Plan.Protocol.String())
	}
	if s.Err != nil {
		h.Error = jsonText(s.Err.Error())
	}
	for _, t := range s.Tried {
		h.Tried = append(h.Tried, trialJSON{t.Addr.Port(), t.Plan.Name, t.Why, t.Attempts, jsonText(t.Answer), t.Fits,
			jsonMillis(t.RTT)})
	}
	for _, x := range s.Exchanges {
		h.Exchanges = append(h.Exchanges, exchangeJSON{
			x.Protocol.String(), x.Message, x.Outcome.String(), len(x.Sent), len(x.Replies), x.Missing, jsonMillis(x.FirstRTT),
			jsonMillis(x.LastRTT),
		})
	}
	for _, d := range s.Datagrams {
		h.Received = append(h.Received, receivedJSON{d.Time.UTC(), d.Src.String(), d.Dst.String(), d.Verdict.String()})
	}
	return bytes.TrimSuffix(cli.PlainJSON(h, ""), []byte("\n"))
}

func appendSessionJSON(dst []byte, s *live.Session, p *render.Printer) []byte {
	head := sessionHead(s)
	body := func(dst []byte) []byte {
		dst = p.Begin(dst)
		for _, d := range s.Datagrams {
			dst = p.Datagram(dst, d.Decode())
		}
		return p.End(dst, s.Status)
	}
	if p.Format == render.NDJSON {
		dst = append(append(append(dst, `{"session":`...), head...), "}\n"...)
		dst = append(body(dst), `{"status":`...)
		return append(render.AppendStatusJSON(dst, s.Status), "}\n"...)
	}
	dst = append(append(append(dst, `{"session":`...), head...), ",\n"...)
	return append(dst, body(nil)[1:]...)
}
