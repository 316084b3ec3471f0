package live

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

// resolver returns what names resolve to, after a time, one address after the
// other.
func resolver(after time.Duration) func(context.Context, string) ([]netip.Addr, error) {
	last := byte(0)
	return func(ctx context.Context, _ string) ([]netip.Addr, error) {
		if err := sleep(ctx, after); err != nil {
			return nil, err
		}
		last++
		return []netip.Addr{netip.AddrFrom4([4]byte{192, 0, 2, last})}, nil
	}
}

// TestNameTime: a server that moves is found again after a minute.
func TestNameTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New(Options{Resolve: resolver(time.Millisecond)})
		defer c.Close()
		for _, step := range []struct {
			wait time.Duration
			want string
		}{{0, "192.0.2.1:7"}, {nameTime / 2, "192.0.2.1:7"}, {nameTime, "192.0.2.2:7"}, {nameTime / 2, "192.0.2.2:7"}} {
			time.Sleep(step.wait)
			if got, err := c.Resolve(t.Context(), Target{Host: "harbour.invalid", Port: 7}); err != nil ||
				got.String() != step.want {
				t.Errorf("%v later it is at %s, %v", step.wait, got, err)
			}
		}
	})
}

// TestNameCancel: a query that is cancelled leaves the others that wait for the
// same name alone, and closing the client ends them.
func TestNameCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New(Options{Resolve: resolver(time.Second)})
		ask := func(ctx context.Context) <-chan error {
			done := make(chan error, 1)
			go func() {
				_, err := c.Resolve(ctx, Target{Host: "harbour.invalid", Port: 7})
				done <- err
			}()
			synctest.Wait()
			return done
		}
		ctx, cancel := context.WithCancel(t.Context())
		first := ask(ctx)
		second := ask(t.Context())
		cancel()
		if err := <-first; !errors.Is(err, context.Canceled) {
			t.Errorf("the one that was cancelled: %v", err)
		}
		if err := <-second; err != nil {
			t.Errorf("the other: %v", err)
		}
		time.Sleep(2 * nameTime)
		third := ask(t.Context())
		c.Close()
		if err := <-third; !errors.Is(err, ErrClosed) {
			t.Errorf("after closing: %v", err)
		}
	})
}
