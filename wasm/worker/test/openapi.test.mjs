// The OpenAPI document is one, and every answer is as it says.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { start, until } from "./harness.mjs";
import { top } from "./place.mjs";

let worker, document, ajv;
before(async () => {
  worker = await start({ jobs: "src/jobs.mjs" });
  document = await (await worker.ask("/api/openapi.json")).json();
  ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
  addFormats.default(ajv);
  for (const name of ["components", "x-column", "x-unit"]) ajv.addKeyword(name);
  ajv.addSchema({ $id: "https://fragscope.test/api", components: document.components });
});
after(() => worker.stop());

test("the document is OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors, null, 1));
  assert.match(document.openapi, /^3\.1\./);
});

// operation finds the path of the document that a request goes to.
function operation(method, pathname) {
  const matches = (template) => new RegExp(`^${template.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]+")}$`).test(pathname);
  const template = document.paths[pathname] ? pathname : Object.keys(document.paths).find(matches);
  assert.ok(template, `the document has no ${pathname}`);
  const found = document.paths[template][method.toLowerCase()];
  assert.ok(found, `the document has no ${method} ${template}`);
  return found;
}

// conforms asks, and holds the answer to the document.
async function conforms(where, body, status = 200) {
  const method = body === undefined ? "GET" : "POST";
  const { pathname } = new URL(where, worker.url);
  const answer = await worker.many(where, body);
  const { text } = answer;
  assert.equal(answer.status, status, `${where}: ${text.slice(0, 300)}`);
  const { responses } = operation(method, pathname);
  const response = responses[status] ?? responses.default;
  assert.ok(response, `${where}: ${status} is not in the document`);
  const type = answer.headers["content-type"];
  assert.ok(Object.keys(response.content).includes(type), `${where}: ${type} is not in the document`);
  const { schema } = response.content[type];
  if (!/json$/.test(type) || type === "application/x-ndjson" || !schema) return text;
  const value = JSON.parse(text);
  const validate = ajv.getSchema(`https://fragscope.test/api${schema.$ref}`);
  assert.ok(validate(value), `${where}: ${JSON.stringify(validate.errors?.slice(0, 5), null, 1)}`);
  return value;
}

const samples = path.join(top, "samples");

test("every answer is as the document says", async () => {
  const names = readdirSync(samples).filter((name) => name.endsWith(".hex"));
  for (const name of names) await conforms("/api/decode", readFileSync(path.join(samples, name)));
  for (const format of ["table", "tree", "markdown", "json", "ndjson", "csv"]) await conforms(`/api/decode?format=${format}`, "78 00 00 00 00");
  const captures = readdirSync(path.join(samples, "captures")).filter((name) => name.endsWith(".pcapng"));
  for (const name of captures) await conforms("/api/analyze", readFileSync(path.join(samples, "captures", name)));
  for (const format of ["json", "ndjson", "csv", "report"])
    await conforms(`/api/analyze?format=${format}`, readFileSync(path.join(samples, "captures", captures[0])));
  const { names: explained } = await conforms("/api/explain");
  // Lines of NDJSON are rows of the tables.
  for (const table of document.paths["/api/analyze"].post.parameters.find(({ name }) => name === "table").schema.enum) {
    const { text } = await worker.many(`/api/analyze?format=ndjson&table=${table}`, readFileSync(path.join(samples, "captures/ut99-status-part-lost.pcapng")));
    const row = ajv.getSchema(`https://fragscope.test/api#/components/schemas/${table[0].toUpperCase()}${table.slice(1)}Row`);
    for (const line of text.split("\n").filter(Boolean)) assert.ok(row(JSON.parse(line)), `${table}: ${line}: ${JSON.stringify(row.errors)}`);
  }
  for (const { name } of explained.filter((_, i) => i % 20 === 0)) await conforms(`/api/explain/${encodeURIComponent(name)}`);
  const { protocols } = await conforms("/api/protocols");
  for (const { name, requests } of protocols)
    if (requests.length) for (const format of ["raw", "hex", "json"]) await conforms(`/api/request?protocol=${name}&format=${format}`);
  await conforms("/api/openapi.json");
  await conforms("/api/");
});

test("every refusal is as the document says", async () => {
  await conforms("/api/decode", "O0", 422);
  await conforms("/api/decode?format=xml", "00", 400);
  await conforms("/api/decode", "00 ".repeat(100_000), 413);
  await conforms("/api/analyze", "nonsense", 422);
  await conforms("/api/explain/lenght-past-end", undefined, 404);
  await conforms("/api/request", undefined, 400);
  await conforms("/api/jobs?x=1", "x", 400);
  await conforms("/api/jobs/00000000000000000000000000000000", undefined, 404);
});

test("jobs are as the document says", async () => {
  const { id } = await conforms("/api/jobs", readFileSync(path.join(samples, "captures/ut99-status-part-lost.pcapng")), 202);
  const job = await until(
    "the job",
    () => conforms(`/api/jobs/${id}`),
    (job) => job.state === "done",
  );
  for (const where of [...job.files, `/api/jobs/${id}/servers`]) await conforms(where);
});
