// Package export writes what the analyzer found, for people and for other
// programs: a report for a terminal, JSON, NDJSON, CSV, Parquet, a page of HTML,
// plots. One exporter a file. A capture with comments is what package annotate
// writes.
//
// Every text that comes out of a packet is taken for what it is, hostile: each
// exporter escapes it for the place where it goes. Control characters, bytes
// that are no UTF-8 and letters that change how others are shown are written
// as escapes (\x1b, \u202e) everywhere.
//
// # Tables
//
// NDJSON, CSV and Parquet hold the same tables, with the same columns in the
// same order: [Exchange], [Server], [Player], [Rule], [Event], [Packet], [Field].
// [Tables] describes them, and so does TABLES.md, which is made from it. NDJSON
// names a column firstRttMs that CSV and Parquet name first_rtt_ms. What is not
// known is null, or an empty cell in CSV; an empty text is "" there. Columns are
// added at the end. One that another replaces stays for one release more.
//
// Rows of different tables are joined by file and packet, the place where they
// come from; by exchange_id, which is file#packet of the packet that began the
// exchange; and by server_id, which is address:port. No two exchanges and no two
// servers of any number of captures with different names have the same.
//
//	column  in JSON and NDJSON         in CSV                    in Parquet
//	time    RFC 3339, 9 digits, UTC    RFC 3339, 9 digits, UTC   TIMESTAMP, microseconds, UTC
//	text    string                     quoted                    STRING
//	number  number                     digits                    INT32, INT64 or DOUBLE
//	list    array                      with spaces between       LIST
//
// Durations are milliseconds with a fraction, exact to the nanosecond of the
// capture. In CSV a text that a spreadsheet would take for a formula begins
// with an apostrophe, a number with a sign never does; in that for programs no
// text has one.
//
// A packet may have no time: pcapng's simple packet blocks have none. Then what
// is its time is null, and so are round trips from and to it. It counts in no
// percentile and no plot, and not for when something was seen first and last.
// What a server said in it is in the order of the packets, at the time of the
// packet before.
//
// # JSON
//
// [Document] is the whole report as one object; its fields are its schema.
// What is not known is null, never 0 or "". Lists are sorted, so that the same
// capture gives the same bytes.
//
// Exchanges come by capture, in the order in which the captures were named, and
// in each by the packet that began them: the same bytes in each run. One that
// takes longer than 15 s, as a flood of replies does, comes when it is over, and
// so does one when 131,072 others wait for it. Packets and fields come in the
// order of the packets.
//
// Rows of exchanges come while a capture is read, and no exporter keeps them:
// [Activity], what the plots need of them, is bounded.
package export
