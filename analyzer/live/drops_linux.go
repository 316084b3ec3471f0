//go:build !386 && !s390x

package live

import (
	"net"
	"syscall"
	"unsafe"
)

// Of socket options (include/uapi/linux/sock_diag.h).
const (
	soMemInfo = 55
	memDrops  = 8
	memInfos  = 9
)

// drops returns how many datagrams the system had no room for, where it says that.
func drops(conn *net.UDPConn) (n uint32, known bool) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0, false
	}
	err = raw.Control(func(fd uintptr) {
		var info [memInfos]uint32
		size := uint32(unsafe.Sizeof(info))
		_, _, no := syscall.Syscall6(syscall.SYS_GETSOCKOPT, fd, syscall.SOL_SOCKET, soMemInfo,
			uintptr(unsafe.Pointer(&info)), uintptr(unsafe.Pointer(&size)), 0)
		n, known = info[memDrops], no == 0 && size >= uint32(unsafe.Sizeof(info))
	})
	return n, known && err == nil
}
