package shell

import (
	"sync"
	"sync/atomic"

	"fragscope/desktop/store"
)

// A saver saves a value in the background, the latest one last; nil saves nothing.
type saver[T any] struct {
	file   *store.File[T]
	failed func(error) // called from the background

	mu   sync.Mutex // held while the file is written
	next atomic.Pointer[T]
	idle sync.WaitGroup
}

func newSaver[T any](f *store.File[T], failed func(error)) *saver[T] {
	return &saver[T]{file: f, failed: failed}
}

// save saves v soon; v must not change afterwards.
func (k *saver[T]) save(v T) {
	if k == nil {
		return
	}
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
func (k *saver[T]) wait() {
	if k != nil {
		k.idle.Wait()
	}
}
