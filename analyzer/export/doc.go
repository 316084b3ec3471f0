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
// same order: [Exchange], [Server], [Player], [Rule], [Event]. NDJSON names a
// column firstRttMs that CSV and Parquet name first_rtt_ms. What is not known
// is null, or an empty cell in CSV. Columns are only ever added, at the end.
//
//	column  in NDJSON                  in CSV                    in Parquet
//	time    RFC 3339, UTC              RFC 3339, UTC             TIMESTAMP, microseconds, UTC
//	text    string                     quoted                    STRING
//	number  number                     digits                    INT32, INT64 or DOUBLE
//	list    array                      with spaces between       LIST
//
// Durations are milliseconds with a fraction, exact to the nanosecond of the
// capture. In CSV a text that a spreadsheet would take for a formula begins
// with an apostrophe.
//
// # JSON
//
// [Document] is the whole report as one object; its fields are its schema.
// What is not known is null, never 0 or "". Lists are sorted, so that the same
// capture gives the same bytes.
//
// Exchanges of one capture come in an order that depends on the capture alone;
// those of several that are read at once come in between each other.
//
// Rows of exchanges come while a capture is read, and no exporter keeps them:
// [Activity], what the plots need of them, is bounded.
package export
