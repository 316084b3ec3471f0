// The Worker of jobs, made to fail: part POISON whenever it reads the capture,
// part FLAKY the first two times.
import worker from "../src/jobs.mjs";

export default {
  ...worker,
  queue(batch, env) {
    const [{ body, attempts }] = batch.messages;
    const fails = body.step === "part" && (body.n === Number(env.POISON) || (body.n === Number(env.FLAKY) && attempts <= 2));
    return worker.queue(batch, fails ? { ...env, CAPTURES: failing(env.CAPTURES) } : env);
  },
};

const failing = (bucket) => ({
  get(key, options) {
    if (key.endsWith("/capture")) throw new Error("this part cannot be read");
    return bucket.get(key, options);
  },
});
