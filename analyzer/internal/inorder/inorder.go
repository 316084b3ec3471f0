// Package inorder works on several things at once and takes the results in order.
package inorder

import (
	"iter"
	"sync"
)

// Do has so many workers do what work makes for each of them, with one item
// after the other, and calls take with the items in their order, on the caller's
// goroutine. No more than ahead+1 items are begun and not taken. The items come
// on a goroutine of their own. When take fails no more are begun, and Do returns
// the error.
func Do[T any](workers, ahead int, items iter.Seq[T], work func() func(T), take func(T) error) error {
	type job struct {
		item T
		done chan struct{}
	}
	queue, order, stop := make(chan job, ahead), make(chan job, ahead), make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		defer close(queue)
		defer close(order)
		for item := range items {
			j := job{item, make(chan struct{})}
			select {
			case order <- j:
				queue <- j
			case <-stop:
				return
			}
		}
	})
	for range workers {
		do := work()
		group.Go(func() {
			for j := range queue {
				do(j.item)
				close(j.done)
			}
		})
	}
	var err error
	for j := range order {
		if <-j.done; err == nil {
			if err = take(j.item); err != nil {
				close(stop)
			}
		}
	}
	group.Wait()
	return err
}
