package shell

import (
	"os"
	"sync"
	"time"

	"fragscope/desktop/store"
)

// A saver saves a value in the background, the latest one last.
type saver[T any] struct {
	file   *store.File[T]
	failed func(error) // called from the background

	mu      sync.Mutex
	next    *T
	running bool
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
	k.mu.Lock()
	defer k.mu.Unlock()
	k.next = &v
	if !k.running {
		k.running = true
		k.idle.Go(k.work)
	}
}

func (k *saver[T]) work() {
	for {
		k.mu.Lock()
		v := k.next
		k.next = nil
		if v == nil {
			k.running = false
			k.mu.Unlock()
			return
		}
		k.mu.Unlock()
		if err := k.file.Save(*v); err != nil {
			k.failed(err)
		}
	}
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
