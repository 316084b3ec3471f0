package hexdump
