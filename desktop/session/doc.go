// Package session writes down what was said: datagrams that were sent and
// received become a capture, or a link that opens them in the browser's
// inspector. Addresses can be taken out of both.
package session
