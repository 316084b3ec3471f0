package capture

const (
	LinkNull     = 0   // address family u32 in the byte order of the capturing host
	LinkEthernet = 1   //
	LinkRaw      = 101 // begins with the IP header
	LinkLoop     = 108 // address family u32, big endian
	LinkSLL      = 113 // Linux cooked capture, 16 bytes
	LinkSLL2     = 276 // Linux cooked capture, 20 bytes
)
