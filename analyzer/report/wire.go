package report

import (
	"encoding"
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/numbers"
	"fragscope/decoder/wire"
)

// reportVersion changes with the layout of an encoded report.
const reportVersion = 9

// AppendReport appends r as bytes that [DecodeReport] makes a Report of, on
// this or another machine with the same version of this package. r must not
// be settled: it may be added to others.
func AppendReport(dst []byte, r *Report) []byte {
	w := &codec{b: append(dst, reportVersion)}
	w.values(r)
	return w.b
}

// DecodeReport reads what [AppendReport] wrote. The error says that b is
// something else, or of another version.
func DecodeReport(b []byte) (*Report, error) {
	if len(b) == 0 || b[0] != reportVersion {
		return nil, errors.New("no report of this version: found other bytes")
	}
	w := &codec{b: b[1:], read: true}
	r := NewReport()
	w.values(r)
	if w.bad || len(w.b) > 0 {
		return nil, errors.New("a damaged report: its bytes end early or are invalid")
	}
	return r, nil
}

// A codec writes values one after another, or reads them, as their types say: a
// struct is its members, in order. All numbers are varints, signed ones in
// zigzag. Reading never fails at once; bad says at the end whether it did, and
// from then on everything is zero.
type codec struct {
	b    []byte
	read bool
	bad  bool
}

func (w *codec) fail() { w.bad, w.b = true, nil }

func (w *codec) uint(u uint64) uint64 {
	if !w.read {
		w.b = binary.AppendUvarint(w.b, u)
		return u
	}
	u, n := binary.Uvarint(w.b)
	if n <= 0 {
		w.fail()
		return 0
	}
	w.b = w.b[n:]
	return u
}

func (w *codec) int(i int64) int64 {
	u := w.uint(uint64(i<<1 ^ i>>63))
	return int64(u>>1) ^ -int64(u&1)
}

func (w *codec) length(n int) int {
	u := w.uint(uint64(n))
	if w.read && u > uint64(len(w.b)) {
		w.fail()
		return 0
	}
	return int(u)
}

// text refers to what is read.
func (w *codec) text(b []byte) []byte {
	n := w.length(len(b))
	if !w.read {
		w.b = append(w.b, b...)
		return b
	}
	b, w.b = w.b[:n:n], w.b[n:]
	return b
}

// values writes or reads what pointers point to.
func (w *codec) values(pointers ...any) {
	for _, p := range pointers {
		w.value(reflect.ValueOf(p).Elem())
	}
}

// A binaryValue is an address, with or without a port.
type binaryValue interface {
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
}

func (w *codec) value(v reflect.Value) {
	switch p := v.Addr().Interface().(type) {
	case binaryValue:
		var room [32]byte
		b, _ := p.AppendBinary(room[:0])
		if b = w.text(b); w.read && p.UnmarshalBinary(b) != nil {
			w.fail()
		}
		return
	case *decoder.Protocol: // its name: the numbers of protocols may change
		b, _ := p.MarshalText()
		if b = w.text(b); w.read && p.UnmarshalText(b) != nil {
			w.fail()
		}
		return
	case **wire.ProblemInfo:
		code := ""
		if !w.read {
			code = (*p).Code
		}
		w.values(&code)
		known := numbers.All().Problems
		if i := slices.IndexFunc(known, func(p *wire.ProblemInfo) bool { return p.Code == code }); i < 0 {
			w.fail()
		} else {
			*p = known[i]
		}
		return
	case *Histogram:
		p.flush()
		w.values(&p.Count, &p.Sum, &p.Min, &p.Max, &p.buckets)
		return
	case *bucketCount:
		bucket, count := w.uint(uint64(p.bucket)), w.uint(uint64(p.count))
		if bucket >= histogramBuckets || count > math.MaxUint32 {
			w.fail()
			return
		}
		p.bucket, p.count = uint16(bucket), uint32(count)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		w.members(v)
	case reflect.Pointer:
		if w.read {
			v.Set(reflect.New(v.Type().Elem()))
		}
		w.value(v.Elem())
	case reflect.Slice:
		if n := w.length(v.Len()); w.read && n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		w.elements(v)
	case reflect.Array:
		w.elements(v)
	case reflect.Map:
		w.table(v)
	case reflect.String:
		if b := w.text([]byte(v.String())); w.read {
			v.SetString(string(b))
		}
	case reflect.Bool:
		u := uint64(0)
		if v.Bool() {
			u = 1
		}
		v.SetBool(w.uint(u) == 1)
	default:
		v.SetInt(w.int(v.Int()))
	}
}

// members is for a struct. A field with the tag wire:"delta" is its distance from
// the one before, a number that is small.
func (w *codec) members(v reflect.Value) {
	for i := range v.NumField() {
		if f := v.Field(i); i > 0 && v.Type().Field(i).Tag.Get("wire") == "delta" {
			from := v.Field(i - 1).Int()
			f.SetInt(from + w.int(f.Int()-from))
		} else {
			w.value(f)
		}
	}
}

func (w *codec) elements(v reflect.Value) {
	for i := range v.Len() {
		w.value(v.Index(i))
	}
}

// table is for a map. It keeps an empty one as it is when it reads.
func (w *codec) table(v reflect.Value) {
	n := w.length(v.Len())
	each := v.MapRange()
	for ; n > 0 && !w.bad; n-- {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		if !w.read {
			each.Next()
			key.SetIterKey(each)
			value.SetIterValue(each)
		}
		w.value(key)
		w.value(value)
		if !w.read {
			continue
		}
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		v.SetMapIndex(key, value)
	}
}
