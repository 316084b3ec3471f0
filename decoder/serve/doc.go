// Package serve answers with recorded replies: it matches replies with the
// requests that they answer, and names no protocol. Replies from a Status are
// built by decoder.AppendReplies.
package serve
