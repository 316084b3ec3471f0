// Runs node-gamedig's own protocol classes on datagrams given on standard
// input, and prints what they made of them and how long it took them.
//
// In:  {"millis":500,"packets":[{"class":"unreal2","part":0,"datagrams":["80…"]}]}
// Out: [{"state":{…},"ns":1234.5,"floor":321.0}], one for each packet: the time
//      of the whole call, and of what in it is not reading this packet. Both
//      are 0 when millis is 0.
import { readFileSync } from 'node:fs'
import { protocols } from 'gamedig'
import { Results } from './node_modules/gamedig/lib/Results.js'

const parts = [0, 1, 2]
const emptyPart = parts.map(part => [Buffer.from([0x80, 0, 0, 0, part])])
// A challenge of 0 means that the request needs none.
const challenge = [Buffer.from('\x09\0\0\0\x010\0', 'latin1')]

// What run does beside reading the packet, for each class: the replies that it
// insists on and that are left empty here, making the request, and promises.
const classes = {
  unreal2: {
    answers: (packet, datagrams) => request => request[4] === packet.part ? datagrams : emptyPart[request[4]],
    floor: (q, packet) => {
      const others = parts.filter(part => part !== packet.part)
      return async () => {
        for (const part of others) await q.sendPacket(part, true)
        await promises(Buffer.from([0x79, 0, 0, 0, packet.part]))
      }
    }
  },
  gamespy1: {
    answers: (packet, datagrams) => () => datagrams,
    floor: () => () => promises('\\status\\xserverquery')
  },
  ut3: {
    answers: (packet, datagrams) => request => request[2] === 9 ? challenge : datagrams,
    floor: q => async () => {
      await q.sendPacket(9, false, false, false)
      await promises(Buffer.alloc(11))
    }
  }
}

async function promises (value) { return await promised(value) }
async function promised (value) { return await value }

// offline is a protocol class whose socket is a function from a request to the
// datagrams that answer it.
function offline (name, answer) {
  const query = new (class extends protocols[name] {
    udpSend (request, onPacket, onTimeout) {
      for (const datagram of answer(request)) {
        const result = onPacket(datagram)
        if (result !== undefined) return result
      }
      return onTimeout?.()
    }
  })()
  query.options = { stripColors: true } // gamedig's default
  return query
}

async function batch (call, times) {
  const start = process.hrtime.bigint()
  for (let i = 0; i < times; i++) await call()
  return Number(process.hrtime.bigint() - start)
}

// measure gives the nanoseconds of one call in the fastest batch of those that
// fit into millis. Batches grow to 5 ms, far over the clock's resolution.
async function measure (call, millis) {
  let best = Infinity
  let times = 16
  for (const end = performance.now() + millis; performance.now() < end;) {
    const ns = await batch(call, times)
    best = Math.min(best, ns / times)
    if (ns < 5e6) times *= 2
  }
  return best
}

// Rounds, since the engine compiles anew and collects garbage as it goes: the
// first round warms up, and a bad phase does not fall on one packet alone.
const rounds = 2
const { millis, packets } = JSON.parse(readFileSync(0, 'utf8'))
const jobs = []
for (const packet of packets) {
  const { answers, floor } = classes[packet.class]
  const query = offline(packet.class, answers(packet, packet.datagrams.map(hex => Buffer.from(hex, 'hex'))))
  const state = new Results()
  await query.run(state)
  jobs.push({ run: () => query.run(new Results()), floor: floor(query, packet), out: { state, ns: 0, floor: 0 } })
}
for (let round = 0; millis > 0 && round < rounds; round++) {
  for (const { run, floor, out } of jobs) {
    out.ns = Math.min(out.ns || Infinity, await measure(run, millis / rounds))
    out.floor = Math.min(out.floor || Infinity, await measure(floor, millis / rounds))
  }
}
process.stdout.write(JSON.stringify(jobs.map(job => job.out)))
