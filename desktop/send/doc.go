// Package send is the Send pane without its drawing: a request that is chosen,
// looked at and changed byte by byte or field by field ([Draft]), the rounds in
// which it was sent with the replies as they came ([Round]), the challenges that
// are answered on the way ([Exchange]), and what two rounds have differently
// ([Compare]).
package send
