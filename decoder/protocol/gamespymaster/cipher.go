package gamespymaster

import "fragscope/decoder/wire"

// A cipher encrypts server lists: Sapphire II, a pack of cards that every byte
// shuffles, with two of its places exchanged
// (protocol/gamespymaster/SPEC.md#encryption).
type cipher struct {
	cards                                               [256]byte
	rotor, ratchet, avalanche, lastPlain, lastEncrypted byte
}

// begin begins with the client's challenge, into which the master's salt is
// mixed in an order that the key of the game gives.
func (c *cipher) begin(key string, challenge, salt []byte) {
	var mixed [challengeSize]byte
	copy(mixed[:], challenge)
	for i, b := range salt {
		at := i * int(key[i%len(key)]) % challengeSize
		mixed[at] ^= mixed[i%challengeSize] ^ b
	}
	for i := range c.cards {
		c.cards[i] = byte(i)
	}
	sum, at := byte(0), 0
	for i := len(c.cards) - 1; i > 0; i-- {
		n := c.draw(i, mixed[:], &sum, &at)
		c.cards[i], c.cards[n] = c.cards[n], c.cards[i]
	}
	c.rotor, c.ratchet, c.avalanche, c.lastPlain, c.lastEncrypted = c.cards[1], c.cards[3], c.cards[5], c.cards[7],
		c.cards[sum]
}

// draw returns a number from 0 to most that the key decides.
func (c *cipher) draw(most int, key []byte, sum *byte, at *int) int {
	mask := 1
	for mask < most {
		mask = mask<<1 + 1
	}
	for tries := 1; ; tries++ {
		*sum = c.cards[*sum] + key[*at]
		if *at++; *at >= len(key) {
			*at = 0
			*sum += byte(len(key))
		}
		n := int(*sum) & mask
		if tries > 11 {
			n %= most
		}
		if n <= most {
			return n
		}
	}
}

// next shuffles, and returns what the next byte is combined with.
func (c *cipher) next() byte {
	c.ratchet += c.cards[c.rotor]
	c.rotor++
	kept := c.cards[c.lastEncrypted]
	c.cards[c.lastEncrypted] = c.cards[c.ratchet]
	c.cards[c.ratchet] = c.cards[c.lastPlain]
	c.cards[c.lastPlain] = c.cards[c.rotor]
	c.cards[c.rotor] = kept
	c.avalanche += c.cards[kept]
	return c.cards[c.cards[c.avalanche]+kept] ^ c.cards[c.cards[c.cards[c.lastPlain]+c.cards[c.lastEncrypted]+
		c.cards[c.ratchet]]]
}

// decrypt appends what p says.
func (c *cipher) decrypt(dst, p []byte) []byte {
	for _, b := range p {
		c.lastPlain, c.lastEncrypted = b^c.next(), b
		dst = append(dst, c.lastPlain)
	}
	return dst
}

// encrypt appends p, encrypted.
func (c *cipher) encrypt(dst, p []byte) []byte {
	for _, b := range p {
		c.lastPlain, c.lastEncrypted = b, b^c.next()
		dst = append(dst, c.lastEncrypted)
	}
	return dst
}

// How the head of an encrypted list hides its sizes, and where its parts are.
const (
	randomMask    = 0xec
	saltMask      = 0xea
	challengeSize = 8
)

// head returns the salt at the beginning of an encrypted list, and where the
// ciphertext begins; 0 when p is shorter than its head.
func head(p []byte) (salt []byte, size int) {
	if len(p) == 0 {
		return nil, 0
	}
	at := 1 + int(p[0]^randomMask)
	if len(p) <= at {
		return nil, 0
	}
	size = at + 1 + int(p[at]^saltMask)
	if len(p) < size {
		return nil, 0
	}
	return p[at+1 : size], size
}

// listRequestOf returns the game whose key encrypts the answer to m, and the challenge;
// "" when m is no request for a list.
func listRequestOf(m *wire.Message) (game string, challenge []byte) {
	at := m.Find(list[listChallenge].Key, 0)
	if m.Info != &listRequest || at < 0 || m.Fields[at].Length != challengeSize {
		return "", nil
	}
	return m.TextOf(list[listAsker].Key), m.Bytes(at)
}
