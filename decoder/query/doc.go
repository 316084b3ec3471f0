// Package query is the engine of asking: dialogues with their steps, retries and
// ends, and the ports to try. It follows plans (package ask), names no protocol,
// and holds neither sockets nor clocks: whoever owns these says what came and when
// to give up.
//
//	d := query.Begin(query.PlanOf(decoder.Unreal2), decoder.Ask{})
//	for !d.Over() {
//		i := d.Next()                   // the step to ask next, -1 for none
//		p, err := d.Request(i, id)      // send this
//		...
//		step, verdict, m := d.Take(reply, port) // what came
//	}
//	status := d.Status()
package query
