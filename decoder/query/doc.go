// Package query is the query engine: sessions with their steps, retries and
// ends, and the ports to probe. It follows plans (package ask), names no
// protocol, and holds neither sockets nor clocks: its caller reports what
// arrived and when to give up.
//
//	d := query.Begin(query.PlanOf(decoder.Unreal2), ask.Ask{})
//	for !d.Done() {
//		i := d.Next()                   // the step to send next, -1 for none
//		p, err := d.Request(i, id)      // send this
//		...
//		step, verdict, m := d.Receive(reply, port) // what arrived
//	}
//	status := d.Status()
package query
