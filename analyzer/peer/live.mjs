// Lets node-gamedig query servers over real sockets, as its users do, and
// prints what it returns.
//
// In:  [{"type":"unrealtournament2004","host":"127.0.0.1","port":7778}]
// Out: [{"name":…}] in the same order; {"error":"…"} where a query failed.
import { readFileSync } from 'node:fs'
import { GameDig } from 'gamedig'

const jobs = JSON.parse(readFileSync(0, 'utf8'))
const out = await Promise.all(jobs.map(async ({ type, host, port }) => {
  // A gamedig of its own for each: its queries of one host share a socket and
  // take each other's replies.
  const gamedig = new GameDig()
  try {
    const state = await gamedig.query({ type, host, port, givenPortOnly: true, maxRetries: 1, socketTimeout: 1000 })
    return { ...state, gamePort: Number(state.connect.split(':').pop()) }
  } catch (e) {
    return { error: String(e.stack ?? e) }
  }
}))
process.stdout.write(JSON.stringify(out), () => process.exit(0))
