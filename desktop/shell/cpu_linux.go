//go:build !desktop || endtoend

package shell

import (
	"syscall"
	"time"
)

// cpuTime returns how long the processors have worked for the thread that calls, and for the whole program.
func cpuTime() (thread, all time.Duration) {
	const this = 1 // RUSAGE_THREAD
	used := func(who int) time.Duration {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) != nil {
			return 0
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return used(this), used(syscall.RUSAGE_SELF)
}
