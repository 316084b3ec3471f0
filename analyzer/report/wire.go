package report

import (
	"encoding/binary"
	"net/netip"
)

// A wire writes values one after another, or reads them: the layout is defined
// once for both directions. All numbers are varints, signed ones in zigzag.
// Reading never fails at once; bad says at the end whether it did, and from
// then on everything is zero.
type wire struct {
	b    []byte
	read bool
	bad  bool
}

func (w *wire) uint(v *uint64) {
	if !w.read {
		w.b = binary.AppendUvarint(w.b, *v)
		return
	}
	u, n := binary.Uvarint(w.b)
	if n <= 0 {
		w.fail()
		u, n = 0, 0
	}
	*v, w.b = u, w.b[n:]
}

func (w *wire) fail() { w.bad, w.b = true, nil }

// num is for signed numbers of any size.
func num[T ~int | ~int32 | ~int64](w *wire, v *T) {
	u := uint64(int64(*v)<<1 ^ int64(*v)>>63)
	w.uint(&u)
	*v = T(int64(u>>1) ^ -int64(u&1))
}

// small is for unsigned numbers of any size.
func small[T ~uint8 | ~uint16 | ~uint32](w *wire, v *T) {
	u := uint64(*v)
	w.uint(&u)
	if uint64(T(u)) != u {
		w.fail()
	}
	*v = T(u)
}

func (w *wire) flag(v *bool) {
	u := uint8(0)
	if *v {
		u = 1
	}
	small(w, &u)
	*v = u == 1
}

// length is for the number of elements that follow, each of a byte at least.
func (w *wire) length(n int) int {
	u := uint64(n)
	w.uint(&u)
	if w.read && u > uint64(len(w.b)) {
		w.fail()
		return 0
	}
	return int(u)
}

// bytes refers to what is read.
func (w *wire) bytes(v *[]byte) {
	n := w.length(len(*v))
	if !w.read {
		w.b = append(w.b, *v...)
		return
	}
	*v, w.b = w.b[:n:n], w.b[n:]
}

func (w *wire) text(v *string) {
	if b := []byte(*v); !w.read {
		w.bytes(&b)
		return
	}
	var b []byte
	w.bytes(&b)
	*v = string(b)
}

func (w *wire) addr(v *netip.Addr) {
	b := v.AsSlice()
	w.bytes(&b)
	if w.read {
		var ok bool
		if *v, ok = netip.AddrFromSlice(b); !ok && len(b) != 0 {
			w.fail()
		}
	}
}

func (w *wire) addrPort(v *netip.AddrPort) {
	a, p := v.Addr(), v.Port()
	w.addr(&a)
	small(w, &p)
	*v = netip.AddrPortFrom(a, p)
}

func list[T any](w *wire, v *[]T, each func(*wire, *T)) {
	n := w.length(len(*v))
	if w.read {
		*v = nil
		if n > 0 {
			*v = make([]T, n)
		}
	}
	for i := range *v {
		each(w, &(*v)[i])
	}
}

// table keeps an empty map as it is when it reads.
func table[K comparable, V any](w *wire, v *map[K]V, key func(*wire, *K), each func(*wire, *V)) {
	n := w.length(len(*v))
	if !w.read {
		for k, x := range *v {
			key(w, &k)
			each(w, &x)
		}
		return
	}
	if n > 0 && *v == nil {
		*v = make(map[K]V)
	}
	for ; n > 0 && !w.bad; n-- {
		var k K
		var x V
		key(w, &k)
		each(w, &x)
		(*v)[k] = x
	}
}

// pointed makes a function for values one for pointers to them.
func pointed[T any](each func(*wire, *T)) func(*wire, **T) {
	return func(w *wire, v **T) {
		if w.read {
			*v = new(T)
		}
		each(w, *v)
	}
}
