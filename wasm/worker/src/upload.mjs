// The part of the API that is about jobs: captures that are kept until they
// are analyzed in parts. They cost, so they want a token, the secret JOBS_TOKEN
// of the Worker; without it there are none. Who has the token and the number of a
// job may see it; the number cannot be guessed, and there is no list.
import { HEADERS, problem } from "./problem.mjs";

const MOST = 5 * 1024 ** 3 - 1; // bytes that R2 takes at once; Cloudflare's plans allow less
const PATIENCE = 600_000; // milliseconds that an upload may take
const PAGE = 500; // rows of servers in an answer

const json = (value, status = 200, headers = {}) =>
  new Response(`${JSON.stringify(value, null, 1)}\n`, {
    status,
    headers: { ...HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  });

const missing = (detail) => problem("not-found", 404, "Not found", detail);

const methods = (allow) => problem("method", 405, "The method is not allowed", `This path takes ${allow}.`, { Allow: allow });

// allowed compares what a request brings with the token, in a time that says
// nothing about either.
async function allowed(request, env) {
  const given = /^Bearer +(.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  const [a, b] = await Promise.all([given, env.JOBS_TOKEN].map((text) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
  return crypto.subtle.timingSafeEqual(a, b);
}

// jobs answers what is below /api/jobs; undefined for what Go answers.
export async function jobs(request, url, env) {
  const [, , what, id, name, ...more] = url.pathname.split("/");
  if (what !== "jobs") return undefined;
  if (!env.JOBS_TOKEN) return missing("Jobs are off here: the Worker has no secret JOBS_TOKEN.");
  if (request.method === "OPTIONS") return undefined;
  if (!(await allowed(request, env))) {
    return problem("token", 401, "A token is missing or wrong", "Send the token of this Worker as Authorization: Bearer TOKEN.", {
      "WWW-Authenticate": "Bearer",
    });
  }
  const reads = request.method === "GET" || request.method === "HEAD";
  if (!id) return request.method === "POST" ? upload(request, url, env) : methods("POST, OPTIONS");
  if (!reads) return methods("GET, HEAD, OPTIONS");
  const job = /^[0-9a-f-]{32,36}$/.test(id) ? await env.JOBS.prepare("SELECT * FROM jobs WHERE id = ?").bind(id).first() : null;
  if (!job || more.length) return missing("There is no job of that number.");
  if (name === undefined) return state(job, env);
  if (name === "servers") return servers(job, url, env);
  return result(job, name, request, env);
}

// upload stores the body and begins a job for it.
async function upload(request, url, env) {
  const most = Number(env.MOST_BYTES ?? MOST);
  const unknown = [...url.searchParams.keys()].find((key) => key !== "name");
  if (unknown !== undefined)
    return problem("parameter", 400, "A parameter is wrong", "/api/jobs has no such parameter; it has name.", {}, { parameter: unknown.slice(0, 100) });
  if (/^\s*multipart\//i.test(request.headers.get("content-type") ?? "")) {
    const detail = "The body is a form, but has to be the bytes of the capture themselves: send them as curl --data-binary @FILE does, without -F.";
    return problem("body-type", 415, "The body is of a type that is not read", detail);
  }
  const size = Number(request.headers.get("content-length") ?? "");
  if (!request.body || !Number.isSafeInteger(size) || size <= 0) {
    return problem("length", 411, "The length is missing", "Say with Content-Length how many bytes the capture has: it is stored as it comes.");
  }
  if (size > most) return problem("too-large", 413, "The body is too large", `The capture has more than ${most} bytes.`, {}, { limit: most });
  const id = crypto.randomUUID().replaceAll("-", "");
  const key = `jobs/${id}/capture`;
  const fixed = new FixedLengthStream(size);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort("slow"), Number(env.PATIENCE_MS ?? PATIENCE));
  try {
    await Promise.all([request.body.pipeTo(fixed.writable, { signal: stop.signal }), env.CAPTURES.put(key, fixed.readable)]);
  } catch {
    if (stop.signal.aborted) return problem("too-slow", 408, "The body arrived too slowly", "Put long captures into the bucket itself.");
    return problem("body", 400, "The body is incomplete", "The connection ended before the body did.");
  } finally {
    clearTimeout(timer);
  }
  const now = Date.now();
  const called = (url.searchParams.get("name") ?? "-").slice(0, 200);
  try {
    await env.JOBS.prepare("INSERT INTO jobs (id, name, key, size, created, changed) VALUES (?, ?, ?, ?, ?, ?)").bind(id, called, key, size, now, now).run();
    await env.WORK.send({ step: "index", job: id });
  } catch (error) {
    // Nobody will know of the capture: neither it nor its row stays.
    console.error("a job could not be begun:", error);
    await Promise.allSettled([env.CAPTURES.delete(key), env.JOBS.prepare("DELETE FROM jobs WHERE id = ?").bind(id).run()]);
    return problem("storage", 503, "The storage does not answer", "The job could not be begun, and nothing of it was kept; send it again later.", {
      "Retry-After": "60",
    });
  }
  return json({ id, state: "waiting" }, 202, { Location: `/api/jobs/${id}` });
}

// state says how far a job is.
async function state(job, env) {
  const { results } = await env.JOBS.prepare("SELECT kind, state, count(*) AS n FROM steps WHERE job = ? GROUP BY kind, state").bind(job.id).all();
  const count = (kind, is) => results.find((row) => row.kind === kind && row.state === is)?.n ?? 0;
  const lost = (await env.JOBS.prepare("SELECT kind, n, why FROM steps WHERE job = ? AND state = 'lost' ORDER BY kind, n LIMIT 1000").bind(job.id).all())
    .results;
  const files = ["report.json", "servers.parquet", "players.parquet", "rules.parquet"];
  for (let n = 0; n < job.buckets; n++) {
    if (!lost.some((l) => l.kind === "bucket" && l.n === n)) files.push(`exchanges-${String(n).padStart(3, "0")}.parquet`);
  }
  return json({
    id: job.id,
    name: job.name,
    bytes: job.size,
    state: job.state,
    error: job.state === "done" ? null : job.error,
    parts: { total: job.parts, done: count("part", "done"), lost: count("part", "lost") },
    buckets: { total: job.buckets, done: count("bucket", "done"), lost: count("bucket", "lost") },
    lost: lost.map(({ kind, n, why }) => ({ kind, number: n + 1, why: why ?? "" })),
    created: new Date(job.created).toISOString(),
    changed: new Date(job.changed).toISOString(),
    files: job.state === "done" ? files.map((name) => `/api/jobs/${job.id}/${name}`) : [],
  });
}

const TYPES = { json: "application/json", parquet: "application/vnd.apache.parquet" };

// result sends one of the files that a job has made.
async function result(job, name, request, env) {
  if (!/^(report\.json|(servers|players|rules|exchanges-\d{3})\.parquet)$/.test(name)) return missing("A job makes no file of that name.");
  if (job.state !== "done") return missing(`The job is not done; its state is ${job.state}.`);
  const object = await env.CAPTURES.get(`jobs/${job.id}/${name}`, { onlyIf: request.headers });
  if (!object) return missing("The job made no file of that name.");
  const headers = { ...HEADERS, "Content-Type": TYPES[name.split(".")[1]], ETag: object.httpEtag, "Cache-Control": "private, max-age=3600" };
  if (!object.body) return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : object.body, { headers: { ...headers, "Content-Length": String(object.size) } });
}

// servers sends rows of the database, PAGE at a time: those after ?after=ADDRESS,PORT.
async function servers(job, url, env) {
  const [address = "", port = "0"] = (url.searchParams.get("after") ?? "").split(",");
  const { results } = await env.JOBS.prepare("SELECT row, address, port FROM servers WHERE job = ? AND (address, port) > (?, ?) ORDER BY address, port LIMIT ?")
    .bind(job.id, address, Number(port) || 0, PAGE)
    .all();
  const last = results.at(-1);
  const next = results.length === PAGE ? `/api/jobs/${job.id}/servers?after=${encodeURIComponent(`${last.address},${last.port}`)}` : null;
  return new Response(`{"next":${JSON.stringify(next)},"servers":[${results.map((r) => r.row).join(",\n")}]}\n`, {
    headers: { ...HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store" },
  });
}
