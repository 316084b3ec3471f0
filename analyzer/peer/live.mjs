// Lets node-gamedig query servers over real sockets, as its users do, and
// prints what it returns.
//
// In:  [{"type":"unrealtournament2004","host":"127.0.0.1","port":7778}]
// Out: [{"name":…}] in the same order; {"error":"…"} where a query failed.
import { readFileSync } from 'node:fs'
import { GameDig } from 'gamedig'

const jobs = JSON.parse(readFileSync(0, 'utf8'))
const out = []
let next = 0

async function query (gamedig, { type, host, port }) {
  try {
    const state = await gamedig.query({ type, host, port, givenPortOnly: true, maxRetries: 3, requestRules: true, socketTimeout: 1000 })
    // The Quakes' numbers are texts.
    const { connect, maxplayers, password } = state
    return {
      ...state,
      gamePort: Number(connect.split(':').pop()),
      maxplayers: Number(maxplayers),
      password: password === true || password === '1',
    }
  } catch (e) {
    return { error: String(e.stack ?? e) }
  }
}

// A gamedig of its own for each of the queries that go on at once: those of one
// host share a socket and take each other's replies. The system gives two of
// its sockets the same port now and then, since they allow it; then the replies
// to one reach the other.
const taken = new Set()
async function own () {
  for (;;) {
    const gamedig = new GameDig()
    const socket = gamedig.queryRunner.udpSocket
    await socket._getSocket()
    if (taken.has(socket.port)) continue
    taken.add(socket.port)
    return gamedig
  }
}

await Promise.all(Array.from({ length: Math.min(50, jobs.length) }, async () => {
  let gamedig = await own()
  while (next < jobs.length) {
    const job = next++
    out[job] = await query(gamedig, jobs[job])
    if (out[job].error) { // another program may share the port in the same way
      gamedig = await own()
      out[job] = await query(gamedig, jobs[job])
    }
  }
}))
process.stdout.write(JSON.stringify(out), () => process.exit(0))
