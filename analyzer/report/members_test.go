package report

import (
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"fragscope/decoder/explain"
	"fragscope/decoder/wire"
)

// fill gives v, and all that is in it, values that are not zero.
func fill(v reflect.Value) {
	switch p := v.Addr().Interface().(type) {
	case *netip.Addr:
		*p = netip.MustParseAddr("192.0.2.1")
		return
	case *netip.AddrPort:
		*p = netip.MustParseAddrPort("192.0.2.1:7777")
		return
	case *Histogram:
		p.Add(5e6)
		p.flush()
		return
	case *ProblemCount:
		for _, e := range explain.Explanations() {
			if e.Problem != nil {
				*p = ProblemCount{Info: e.Problem, Count: 1, Examples: []PacketRef{{"a", 1}}}
			}
		}
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("x")
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Map:
		key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(elem)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, elem)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i))
			}
		}
	default:
		v.Set(reflect.ValueOf(1).Convert(v.Type()))
	}
}

// zeros names what is zero in v.
func zeros(path string, v reflect.Value) (all []string) {
	switch v.Kind() {
	case reflect.Pointer:
		return zeros(path, v.Elem())
	case reflect.Map:
		for _, k := range v.MapKeys() {
			all = append(all, zeros(path, v.MapIndex(k))...)
		}
		if v.Len() > 0 {
			return all
		}
	case reflect.Struct:
		switch v.Type() {
		case reflect.TypeFor[netip.Addr](), reflect.TypeFor[netip.AddrPort](), reflect.TypeFor[wire.ProblemInfo]():
		default:
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.IsExported() {
					all = append(all, zeros(path+"."+f.Name, v.Field(i))...)
				}
			}
			return all
		}
	case reflect.Slice:
		for i := range v.Len() {
			all = append(all, zeros(path, v.Index(i))...)
		}
		if v.Len() > 0 {
			return all
		}
	}
	if v.IsZero() {
		all = append(all, path)
	}
	return all
}

// No member of a report, or of what is in it, is lost when reports are added up
// or go through bytes.
func TestNothingIsLost(t *testing.T) {
	full := func() *Report {
		r := NewReport()
		fill(reflect.ValueOf(r).Elem())
		return r
	}
	if z := zeros("Report", reflect.ValueOf(full())); len(z) > 0 {
		t.Fatalf("not filled: %v", z)
	}
	read, err := DecodeReport(AppendReport(nil, full()))
	if err != nil {
		t.Fatal(err)
	}
	if want := full(); !reflect.DeepEqual(read, want) {
		t.Errorf("through bytes:\n%+v\nwant\n%+v\nlost: %v", read, want, zeros("Report", reflect.ValueOf(read)))
	}
	sum := NewReport() // knows everything by name, and nothing else of it
	for k := range full().Servers {
		sum.Servers[k] = &Server{Addr: k, Rules: map[string]*Timeline[string]{"x": {}}, People: map[string]*Person{"x": {}}}
	}
	for k := range full().Clients {
		sum.Clients[k] = &Client{}
	}
	for k := range full().Protocols {
		sum.Protocols[k] = &Totals{}
	}
	for k, p := range full().Problems {
		sum.Problems[k] = &ProblemCount{Info: p.Info}
	}
	sum.Merge(full())
	for _, lost := range zeros("Report", reflect.ValueOf(sum)) {
		if !strings.HasSuffix(lost, "Servers.Clients") { // of one that answered they do not count
			t.Errorf("lost by Merge: %s", lost)
		}
	}
}
