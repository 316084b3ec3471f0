// Package sections reads and writes what GameSpy 2 and GameSpy 3 are both made of:
// texts that end in a NUL, pairs of them, and tables with a head for each column.
package sections
