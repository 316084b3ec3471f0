// Works off the steps of a job in the Worker parts (bare.mjs), as src/jobs.mjs
// lets queues do it.

// framed puts pieces together with their lengths.
export const framed = (pieces) =>
  Buffer.concat(
    pieces.flatMap((piece) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(piece.length);
      return [length, piece];
    }),
  );

async function run(worker, step, told, body) {
  const answer = await worker.ask(`/${step}?told=${encodeURIComponent(JSON.stringify(told))}`, body);
  if (answer.status !== 200) throw new Error(`${step}: ${answer.text}`);
  return answer;
}

// index finds the parts of a capture.
export const index = async (worker, capture, size = 8 << 20) => JSON.parse((await run(worker, "index", { size }, capture)).text);

// part analyzes a part and returns what it hands over.
export const part = async (worker, capture, piece, buckets) => (await run(worker, "part", { piece, buckets }, capture.subarray(piece.start, piece.end))).bytes;

// sections cuts what a part has handed over.
export async function sections(worker, handed) {
  const header = handed.subarray(0, 4096);
  const { Sums, All, Sections } = JSON.parse((await run(worker, "header", {}, header)).text);
  const of = ({ From, To }) => handed.subarray(From, To);
  return { sums: of(Sums), bucket: (n) => Buffer.concat([framed([header, of(All)]), of(Sections[n])]) };
}

// bucket matches bucket n of all parts.
export async function bucket(worker, cut, n, buckets) {
  const { bytes, headers } = await run(worker, "bucket", { name: "x", bucket: n, buckets }, framed(cut.map((part) => part.bucket(n))));
  return { bytes, activity: JSON.parse(headers.result) };
}

// merge returns the report.
export async function merge(worker, found, cut, reports) {
  const told = { name: "x", index: found, lost: {}, lostBuckets: {}, buckets: reports.length, activity: reports.map((report) => report.activity) };
  return (
    await run(worker, "merge", null, framed([Buffer.from(JSON.stringify(told)), ...cut.map((part) => part.sums), ...reports.map((report) => report.bytes)]))
  ).bytes;
}
