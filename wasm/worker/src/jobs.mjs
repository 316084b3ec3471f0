// Works off the queue of jobs: index, then parts, then buckets, then the merge.
// Every step may be delivered twice or fail in the middle. It writes its
// outcome where a second delivery finds it, and then sees whether it was the
// last of its kind. A part that fails for good comes out of the queue for lost
// messages; the report names it, and the rest continues.
import { chunks, step } from "./steps.mjs";

const PART = 8 * 1024 * 1024; // bytes of a part
const BUCKET = 64 * 1024 * 1024; // bytes of a capture for each bucket of servers
const MOST_BUCKETS = 64;
const AHEAD = 4; // parts that are fetched while one is worked off, at most: as many as there are buckets, so that together they are no longer than a part

const KEEP = 30; // days that jobs are kept in the database, as the rule of the bucket keeps their files

export default {
  // scheduled drops the rows of jobs whose files have expired.
  async scheduled(_event, env) {
    const old = "SELECT id FROM jobs WHERE created < ?";
    const until = Date.now() - Number(env.KEEP_DAYS ?? KEEP) * 86_400_000;
    await env.JOBS.batch(
      [`DELETE FROM servers WHERE job IN (${old})`, `DELETE FROM steps WHERE job IN (${old})`, "DELETE FROM jobs WHERE created < ?"].map((text) =>
        env.JOBS.prepare(text).bind(until),
      ),
    );
  },

  async queue(batch, env) {
    for (const message of batch.messages) {
      try {
        await (batch.queue.endsWith("-lost") ? giveUp(message.body, env) : work(message.body, env));
        message.ack();
      } catch (error) {
        await note(message.body, error, env).catch(() => {});
        message.retry({ delaySeconds: Number(env.RETRY_SECONDS ?? 10) * message.attempts });
      }
    }
  },
};

async function work(told, env) {
  // R2 itself says that a capture was put into its inbox.
  if (told.object && told.bucket) return arrived(told.object, env);
  const job = await env.JOBS.prepare("SELECT * FROM jobs WHERE id = ?").bind(told.job).first();
  if (!job || job.state === "done" || job.state === "failed") return;
  switch (told.step) {
    case "index":
      return index(job, env);
    case "part":
      return part(job, told.n, env);
    case "bucket":
      return bucket(job, told.n, env);
    case "merge":
      return merge(job, env);
  }
}

// arrived begins a job for an object of the bucket. The same object, announced
// twice, is the same job; its number is random, as that of every job.
async function arrived({ key, size, eTag }, env) {
  if (!key.startsWith("inbox/")) return;
  const source = `${key}\n${eTag}`;
  const now = Date.now();
  await env.JOBS.prepare("INSERT OR IGNORE INTO jobs (id, name, key, size, created, changed, source) VALUES (?, ?, ?, ?, ?, ?, ?)")
    .bind(crypto.randomUUID().replaceAll("-", ""), key.slice("inbox/".length), key, size, now, now, source)
    .run();
  const { id } = await env.JOBS.prepare("SELECT id FROM jobs WHERE source = ?").bind(source).first();
  await env.WORK.send({ step: "index", job: id });
}

const move = (env, id, from, to) => env.JOBS.prepare("UPDATE jobs SET state = ?, changed = ? WHERE id = ? AND state = ?").bind(to, Date.now(), id, from).run();

const finish = (env, id, kind, n) =>
  env.JOBS.prepare("UPDATE steps SET state = 'done', why = NULL WHERE job = ? AND kind = ? AND n = ?").bind(id, kind, n).run();

const steps = async (env, id, kind) =>
  (await env.JOBS.prepare("SELECT n, state, why FROM steps WHERE job = ? AND kind = ? ORDER BY n").bind(id, kind).all()).results;

const file = (job, name) => `jobs/${job.id}/${name}`;

// get reads an object, or a range of it, and fails when it is not there.
async function get(env, key, range) {
  const object = await env.CAPTURES.get(key, range && { range });
  if (!object) throw new Error(`${key} is not in the bucket`);
  return object;
}

// put stores the pieces of a file and lets go of each when it is sent.
async function put(env, key, pieces = []) {
  const { readable, writable } = new FixedLengthStream(pieces.reduce((sum, piece) => sum + piece.length, 0));
  const send = async () => {
    const writer = writable.getWriter();
    while (pieces.length) await writer.write(pieces.shift());
    await writer.close();
  };
  await Promise.all([env.CAPTURES.put(key, readable), send()]);
}

// send sends one message for each number.
async function send(env, id, name, numbers) {
  for (let i = 0; i < numbers.length; i += 100) {
    await env.WORK.sendBatch(numbers.slice(i, i + 100).map((n) => ({ body: { step: name, job: id, n } })));
  }
}

// index finds out where the parts of the capture are.
async function index(job, env) {
  if (job.state === "waiting") {
    const object = await get(env, job.key);
    const found = await step("index", { size: Number(env.PART_BYTES ?? PART) }, chunks(object.body));
    const buckets = Math.max(1, Math.min(MOST_BUCKETS, Math.ceil(found.bytes / Number(env.BUCKET_BYTES ?? BUCKET))));
    await env.CAPTURES.put(file(job, "index.json"), JSON.stringify(found));
    const insert = env.JOBS.prepare("INSERT OR IGNORE INTO steps (job, kind, n) VALUES (?, ?, ?)");
    const rows = [
      ...found.pieces.map((_, n) => insert.bind(job.id, "part", n)),
      ...Array.from({ length: buckets }, (_, n) => insert.bind(job.id, "bucket", n)),
    ];
    for (let i = 0; i < rows.length; i += 500) await env.JOBS.batch(rows.slice(i, i + 500));
    await env.JOBS.prepare("UPDATE jobs SET state = 'parts', parts = ?, buckets = ?, changed = ? WHERE id = ? AND state = 'waiting'")
      .bind(found.pieces.length, buckets, Date.now(), job.id)
      .run();
  }
  const waiting = (await steps(env, job.id, "part")).filter((s) => s.state === "waiting");
  await send(
    env,
    job.id,
    "part",
    waiting.map((s) => s.n),
  );
  await advance(job.id, env);
}

// part analyzes part n.
async function part(job, n, env) {
  const { pieces } = await (await get(env, file(job, "index.json"))).json();
  const piece = pieces[n];
  const object = await get(env, job.key, { offset: piece.start, length: piece.end - piece.start });
  const files = new Map();
  await step("part", { piece, buckets: job.buckets }, chunks(object.body), files);
  await put(env, file(job, `parts/${n}`), files.get("part"));
  await finish(env, job.id, "part", n);
  await advance(job.id, env);
}

const bytes = async (env, key, range) => (range.length ? new Uint8Array(await (await get(env, key, range)).arrayBuffer()) : new Uint8Array(0));

const BEGINNING = 4096; // bytes of a part that are more than its header has

// map reads what is where in a part.
async function map(env, key) {
  const beginning = await bytes(env, key, { offset: 0, length: BEGINNING });
  const { Sums, All, Sections } = await step(
    "header",
    {},
    (async function* () {
      yield beginning;
    })(),
  );
  const range = ({ From, To }) => ({ offset: From, length: To - From });
  return { beginning, sums: range(Sums), all: range(All), sections: Sections.map(range) };
}

// pieces puts byte arrays together, each but the last with its length before it.
function pieces(...list) {
  const last = list.length - 1;
  const whole = new Uint8Array(list.reduce((sum, piece) => sum + piece.length, 4 * last));
  const view = new DataView(whole.buffer);
  let at = 0;
  list.forEach((piece, i) => {
    if (i < last) {
      view.setUint32(at, piece.length, true);
      at += 4;
    }
    whole.set(piece, at);
    at += piece.length;
  });
  return whole;
}

// ahead yields what fetch makes of each element of list, fetching some ahead of
// what is one of so many buckets.
async function* ahead(list, buckets, fetch) {
  const running = [];
  for (let i = 0; i < list.length; i++) {
    while (running.length < Math.min(AHEAD, buckets) && i + running.length < list.length) {
      const next = fetch(list[i + running.length]);
      next.catch(() => {}); // it is reported when its turn comes
      running.push(next);
    }
    yield await running.shift();
  }
}

// bucket matches what all parts have handed over for bucket n.
async function bucket(job, n, env) {
  const parts = (await steps(env, job.id, "part")).filter((s) => s.state === "done");
  const files = new Map();
  const input = ahead(parts, job.buckets, async (p) => {
    const key = file(job, `parts/${p.n}`);
    const { beginning, all, sections } = await map(env, key);
    return pieces(beginning, ...(await Promise.all([bytes(env, key, all), bytes(env, key, sections[n])])));
  });
  const activity = await step("bucket", { name: job.name, bucket: n, buckets: job.buckets }, input, files);
  await put(env, file(job, `exchanges-${String(n).padStart(3, "0")}.parquet`), files.get("exchanges"));
  await env.CAPTURES.put(file(job, `buckets/${n}.json`), JSON.stringify(activity));
  await put(env, file(job, `buckets/${n}`), files.get("report"));
  await finish(env, job.id, "bucket", n);
  await advance(job.id, env);
}

// merge adds everything up and writes what the job was for.
async function merge(job, env) {
  const index = await (await get(env, file(job, "index.json"))).json();
  const parts = await steps(env, job.id, "part");
  const buckets = await steps(env, job.id, "bucket");
  const lost = (list) => Object.fromEntries(list.filter((s) => s.state === "lost").map((s) => [s.n, s.why ?? "reason unknown"]));
  const done = (list) => list.filter((s) => s.state === "done").map((s) => s.n);
  const activity = [];
  const list = [...done(parts).map((n) => ["part", n]), ...done(buckets).map((n) => ["bucket", n])];
  const input = ahead(list, job.buckets, async ([kind, n]) => {
    if (kind === "part") {
      const key = file(job, `parts/${n}`);
      return bytes(env, key, (await map(env, key)).sums);
    }
    return new Uint8Array(await (await get(env, file(job, `buckets/${n}`))).arrayBuffer());
  });
  for (const n of done(buckets)) activity.push(await (await get(env, file(job, `buckets/${n}.json`))).json());
  const files = new Map();
  const told = { name: job.name, index, lost: lost(parts), lostBuckets: lost(buckets), buckets: job.buckets, activity };
  await step("merge", told, input, files);
  await servers(job, files.get("servers"), env);
  for (const name of ["report.json", "servers.parquet", "players.parquet", "rules.parquet"]) await put(env, file(job, name), files.get(name));
  await move(env, job.id, "merging", "done");
  await tidy(job, env);
}

// servers puts the rows of the servers into the database.
async function servers(job, pieces, env) {
  const text = await new Blob(pieces ?? []).text();
  const insert = env.JOBS.prepare(
    "INSERT OR REPLACE INTO servers (job, address, port, name, map, players, max_players, answered, row) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const rows = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const s = JSON.parse(line);
      return insert.bind(job.id, s.serverAddress, s.serverPort, s.name, s.map, s.players, s.maxPlayers, s.answered, line);
    });
  for (let i = 0; i < rows.length; i += 500) await env.JOBS.batch(rows.slice(i, i + 500));
}

// tidy takes away what only the steps needed.
async function tidy(job, env) {
  for (const folder of ["parts/", "buckets/"]) {
    let cursor;
    do {
      const list = await env.CAPTURES.list({ prefix: file(job, folder), cursor });
      if (list.objects.length) await env.CAPTURES.delete(list.objects.map((o) => o.key));
      cursor = list.truncated ? list.cursor : undefined;
    } while (cursor);
  }
}

// advance goes on to what comes next when nothing is left to wait for. The
// messages go out first: sent twice they do no harm, not sent at all they do.
async function advance(id, env) {
  const count = "SELECT count(*) FROM steps WHERE job = jobs.id AND state = 'waiting' AND kind =";
  const job = await env.JOBS.prepare(`SELECT state, buckets, (${count} 'part') AS parts_left, (${count} 'bucket') AS buckets_left FROM jobs WHERE id = ?`)
    .bind(id)
    .first();
  if (job.state === "parts" && job.parts_left === 0) {
    await send(
      env,
      id,
      "bucket",
      Array.from({ length: job.buckets }, (_, n) => n),
    );
    await move(env, id, "parts", "buckets");
  } else if (job.state === "buckets" && job.buckets_left === 0) {
    await env.WORK.send({ step: "merge", job: id });
    await move(env, id, "buckets", "merging");
  }
}

// note keeps in mind why a step failed.
async function note(told, error, env) {
  if (!told.job) return;
  const why = String(error?.message ?? error).slice(0, 300);
  if (told.step === "part" || told.step === "bucket") {
    await env.JOBS.prepare("UPDATE steps SET why = ? WHERE job = ? AND kind = ? AND n = ? AND state = 'waiting'").bind(why, told.job, told.step, told.n).run();
  } else {
    await env.JOBS.prepare("UPDATE jobs SET error = ?, changed = ? WHERE id = ?").bind(why, Date.now(), told.job).run();
  }
}

// giveUp takes a message that failed too often.
async function giveUp(told, env) {
  if (!told.job) return;
  if (told.step === "part" || told.step === "bucket") {
    await env.JOBS.prepare("UPDATE steps SET state = 'lost' WHERE job = ? AND kind = ? AND n = ? AND state = 'waiting'")
      .bind(told.job, told.step, told.n)
      .run();
    await advance(told.job, env);
  } else {
    await env.JOBS.prepare("UPDATE jobs SET state = 'failed', changed = ? WHERE id = ? AND state != 'done'").bind(Date.now(), told.job).run();
  }
}
