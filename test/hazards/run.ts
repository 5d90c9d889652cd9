import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { type Hazard, names } from "./hazard.ts";
import { hazards } from "./hazards.ts";

// `npm run test:hazards [number…]` removes the answer to each hazard in turn and shows that its test fails.

const repository = fileURLToPath(new URL("../../", import.meta.url));
const report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
});

type Verdict = { readonly passed: readonly string[]; readonly failed: readonly string[] };

/** Runs the hazard's test file, with or without its answer, and sorts the tests that name it. */
async function judge(hazard: Hazard, answered: boolean): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), "hazard-"));
  const outputFile = join(folder, "report.json");
  const project = hazard.test.split("/")[1] ?? "unit";
  const options = ["--project", project, "--reporter=json", `--outputFile=${outputFile}`, "--no-coverage"];
  const env = { ...process.env, ...(!answered && { FEEDHOOK_WITHOUT_ANSWER: `${hazard.number}` }) };
  const vitest = join(repository, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", ...options, hazard.test, "-t", "hazard"], {
    cwd: repository,
    env,
    stdio: "ignore",
  });
  await new Promise((resolve) => child.on("close", resolve));
  const tests = report
    .parse(JSON.parse(readFileSync(outputFile, "utf8")))
    .testResults.flatMap(({ assertionResults }) => assertionResults);
  await rm(folder, { recursive: true });
  const named = tests.filter(({ fullName }) => names(fullName, hazard.number));
  const withStatus = (status: string) => named.filter((test) => test.status === status).map(({ fullName }) => fullName);
  return { passed: withStatus("passed"), failed: withStatus("failed") };
}

async function show(hazard: Hazard): Promise<boolean> {
  const [answered, without] = [await judge(hazard, true), await judge(hazard, false)];
  const guarded = answered.passed.length > 0 && answered.failed.length === 0 && without.failed.length > 0;
  const told = guarded
    ? `fails without its answer: ${without.failed.join("; ")}`
    : `NOT GUARDED (with its answer ${answered.passed.length} passed and ${answered.failed.length} failed; without, ${without.failed.length} failed)`;
  console.log(`hazard ${hazard.number}: ${told}`);
  return guarded;
}

const wanted = process.argv.slice(2).map(Number);
const queue = hazards.filter(({ number }) => wanted.length === 0 || wanted.includes(number));
const total = queue.length;
let unguarded = 0;
const workers = Array.from({ length: availableParallelism() }, async () => {
  for (let hazard = queue.shift(); hazard !== undefined; hazard = queue.shift()) {
    if (!(await show(hazard))) unguarded += 1;
  }
});
await Promise.all(workers);
console.log(`${total - unguarded} of ${total} hazards are guarded by a test that fails without their answer`);
process.exit(unguarded === 0 && total > 0 ? 0 : 1);
