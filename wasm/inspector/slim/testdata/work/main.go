// Work does what a garbage collector and the runtime's unwinder can get wrong:
// deep stacks full of pointers that are collected and moved, panics that are
// recovered and not, deferred calls, maps, goroutines, timers.
package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"sort"
	"strings"
	"time"
)

type node struct {
	left, right *node
	text        string
}

func build(depth int) *node {
	if depth == 0 {
		return nil
	}
	n := &node{text: strings.Repeat("x", depth)}
	n.left = build(depth - 1)
	if depth%3 == 0 {
		runtime.GC()
	}
	n.right = build(depth - 1)
	return n
}

func (n *node) sum() int {
	if n == nil {
		return 0
	}
	return len(n.text) + n.left.sum() + n.right.sum()
}

func deep(n int, p *node) (out string) {
	var room [64]*node
	room[n%64] = p
	defer func() {
		if r := recover(); r != nil {
			out = fmt.Sprint(n, ": ", r)
			if n%100 != 0 {
				panic(r)
			}
		}
	}()
	if n == 0 {
		var list []int
		return fmt.Sprint(list[len(room[0].text)])
	}
	return deep(n-1, room[n%64])
}

func main() {
	defer fmt.Println("the end")
	fmt.Println(build(9).sum())
	fmt.Println(deep(250, &node{text: "abc"}))
	results := make(chan int)
	for i := range 20 {
		go func() {
			time.Sleep(time.Duration(20-i) * 100 * time.Microsecond)
			results <- build(5).sum() * i
		}()
	}
	var all []int
	for range 20 {
		all = append(all, <-results)
		runtime.GC()
	}
	sort.Ints(all)
	fmt.Println(all)
	swap := reflect.MakeFunc(reflect.TypeFor[func(string, int) (int, string)](), func(in []reflect.Value) []reflect.Value {
		runtime.GC()
		return []reflect.Value{in[1], in[0]}
	}).Interface().(func(string, int) (int, string))
	fmt.Println(swap("one", 1))
	counts := map[string]int{}
	for i := range 5000 {
		counts[fmt.Sprint(i%700)]++
	}
	fmt.Println(len(counts), counts["7"], errors.Is(fmt.Errorf("a: %w", os.ErrNotExist), os.ErrNotExist))
	if len(os.Args) > 1 {
		var n *node
		fmt.Println(n.text)
	}
}
