package shell

import (
	"os"
	"sync"
	"sync/atomic"
	"time"

	"fragscope/desktop/store"
)

// A saver saves a value in the background, the latest one last.
type saver[T any] struct {
	file   *store.File[T]
	failed func(error) // called from the background

	mu      sync.Mutex // held while the file is written
	next    atomic.Pointer[T]
	idle    sync.WaitGroup
	written time.Time // of the file, when it was last read or written here
}

func newSaver[T any](f *store.File[T], failed func(error)) *saver[T] {
	k := &saver[T]{file: f, failed: failed}
	k.written = k.modified()
	return k
}

// save saves v, which nobody may change afterwards, soon.
func (k *saver[T]) save(v T) {
	k.next.Store(&v)
	k.idle.Go(func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		if v := k.next.Swap(nil); v != nil { // else a later one was saved already
			if err := k.file.Save(*v); err != nil {
				k.failed(err)
			}
		}
	})
}

// wait returns when everything is saved.
func (k *saver[T]) wait() { k.idle.Wait() }

func (k *saver[T]) modified() time.Time {
	info, err := os.Stat(k.file.Path())
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// touched reports whether the file was written since the last time that it
// was asked, by anybody.
func (k *saver[T]) touched() bool {
	t := k.modified()
	if t.Equal(k.written) {
		return false
	}
	k.written = t
	return true
}
