package lingering

import (
	"bytes"
	"io"
	"net"
	"testing"
	"time"
)

// pair returns both ends of a TCP connection.
func pair(t *testing.T) (client, server *net.TCPConn) {
	t.Helper()
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	client, err = net.DialTCP("tcp", nil, l.Addr().(*net.TCPAddr))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	if server, err = l.AcceptTCP(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return client, server
}

// TestClose: all that was written arrives, though bytes of the peer are unread.
func TestClose(t *testing.T) {
	client, server := pair(t)
	if err := client.SetReadBuffer(1 << 14); err != nil { // most waits at the sender
		t.Fatal(err)
	}
	if _, err := client.Write(make([]byte, 10000)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(server, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	sent := bytes.Repeat([]byte("zero"), 1<<15)
	done := make(chan error, 1)
	go func() {
		if _, err := server.Write(sent); err != nil {
			done <- err
			return
		}
		done <- Close(server)
	}()
	got, err := io.ReadAll(client)
	if err != nil || !bytes.Equal(got, sent) {
		t.Errorf("%d of %d bytes arrived: %v", len(got), len(sent), err)
	}
	client.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestCloseBounds: a peer that sends without end, or does nothing, is not
// waited for.
func TestCloseBounds(t *testing.T) {
	t.Run("bytes", func(t *testing.T) {
		client, server := pair(t)
		ended := make(chan error, 1)
		go func() {
			for {
				if _, err := client.Write(make([]byte, 4096)); err != nil {
					ended <- err
					return
				}
			}
		}()
		if err := closeWithin(server, 1<<16, time.Hour); err != nil {
			t.Error(err)
		}
		<-ended // the reset
	})
	t.Run("time", func(t *testing.T) {
		client, server := pair(t)
		if err := closeWithin(server, 1<<16, time.Millisecond); err != nil {
			t.Error(err)
		}
		if n, err := client.Read(make([]byte, 1)); n > 0 || err != io.EOF {
			t.Errorf("read %d bytes, %v", n, err)
		}
	})
}
