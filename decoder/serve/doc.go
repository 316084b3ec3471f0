// Package serve is the engine of answering with what was recorded: it ties replies
// to the requests that they answer, and names no protocol. What a server says of
// itself is built by decoder.AppendReplies.
package serve
