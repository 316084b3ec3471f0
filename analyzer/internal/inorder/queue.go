package inorder

// A Queue holds what comes out of order until what is before it has come. The
// zero value is empty.
type Queue[T any] struct{ heap []queued[T] }

type queued[T any] struct {
	place int64
	v     T
}

// Add takes v, which has a place of its own.
func (q *Queue[T]) Add(place int64, v T) {
	q.heap = append(q.heap, queued[T]{place, v})
	i := len(q.heap) - 1
	for x := q.heap[i]; i > 0; {
		up := (i - 1) / 2
		if q.heap[up].place <= x.place {
			break
		}
		q.heap[i], q.heap[up] = q.heap[up], x
		i = up
	}
}

// Take appends to dst what is in q at places before one, in order, and of the
// rest the first as long as there are more than most.
func (q *Queue[T]) Take(dst []T, before int64, most int) []T {
	for len(q.heap) > 0 && (q.heap[0].place < before || len(q.heap) > most) {
		dst = append(dst, q.heap[0].v)
		q.drop()
	}
	return dst
}

func (q *Queue[T]) drop() {
	n := len(q.heap) - 1
	x := q.heap[n]
	q.heap[n] = queued[T]{}
	q.heap = q.heap[:n]
	if n == 0 {
		return
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= n {
			break
		}
		if down+1 < n && q.heap[down+1].place < q.heap[down].place {
			down++
		}
		if x.place <= q.heap[down].place {
			break
		}
		q.heap[i] = q.heap[down]
		i = down
	}
	q.heap[i] = x
}
