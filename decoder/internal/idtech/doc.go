// Package idtech reads what the queries of id Software's engines have in common:
// words after four bytes FF, pairs of key and value, a line for each player, and
// lists of addresses.
package idtech
