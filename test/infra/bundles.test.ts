import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { readableStack, sourceMap } from "../../infra/aws/commands/stack.ts";
import { functions } from "../../shared/kernel/function-topology.ts";
import { bundlesOf } from "./support/bundles.ts";

const outdir = mkdtempSync(join(tmpdir(), "feedhook-bundles-"));
afterAll(() => {
  for (const folder of [outdir, secondOutdir]) rmSync(folder, { recursive: true, force: true });
});

/** Every import adds to a cold start: about 80 ms per MB. A budget is raised only on purpose. */
const kilobytes = {
  clock: 800,
  tick: 800,
  poll: 1_700,
  // The S3 client takes 150 of these. It is loaded when the first record is set aside.
  publish: 900,
  fanout: 800,
  // The clients of STS, EventBridge and S3 take 350 of these. Each is loaded when the first event goes to such a place.
  deliver: 1_800,
  recover: 830,
  alert: 2_000,
  canary: 800,
  // CloudWatch's client takes 60 of these. Only it shows how old the oldest messages of queues are. OpenID Connect's
  // client takes 50, and runs only when an operator signs in.
  api: 1_700,
  // Lambda's and CodeDeploy's clients.
  "version-check": 600,
} as const;

const bundles = bundlesOf(outdir);
const secondOutdir = mkdtempSync(join(tmpdir(), "feedhook-bundles-"));
const again = bundlesOf(secondOutdir);

const bundled = [...Object.values(functions), { name: "version-check", dials: undefined } as const];

describe.each(bundled)("the bundle of $name", ({ name, dials = false }) => {
  const file = bundles[name]!;

  test("stays within its budget", () => {
    const size = Math.round(statSync(file).size / 1_024);
    process.stdout.write(`bundle ${name.padEnd(8)} ${size} KB of ${kilobytes[name]}\n`);
    expect(size).toBeLessThanOrEqual(kilobytes[name]);
    const besides = name === "api" ? ["portal.json"] : [];
    expect(readdirSync(join(file, ".."))).toEqual(["index.mjs", ...besides]);
  });

  // Half a megabyte to load.
  test(dials ? "holds the HTTP client" : "has no HTTP client, which it would only have to load", () => {
    expect(readFileSync(file, "utf8").includes("UND_ERR_CONNECT_TIMEOUT")).toBe(dials);
  });

  test("has a source map beside it, so that a stack names our files and lines", () => {
    const map = sourceMap.parse(JSON.parse(readFileSync(join(outdir, "source-maps", `${name}.map`), "utf8")));
    const { sources, sourcesContent } = map;
    expect(sources.some((source) => source.endsWith(`functions/${name}.ts`))).toBe(true);
    expect(sourcesContent).toEqual([]);
    // Where the handler is created. Some place in the bundle comes from there.
    const lines = readFileSync(file, "utf8").split("\n");
    const made = lines.flatMap((text, line) =>
      [...text.matchAll(/handler/g)].map(
        ({ index }) => `    at x (file:///var/task/index.mjs:${line + 1}:${index + 1})`,
      ),
    );
    const readable = readableStack(made.join("\n"), map);
    expect(readable).toMatch(new RegExp(`    at x \\(functions/${name}\\.ts:\\d+:\\d+\\)`));
    expect(readableStack("at y (file:///var/runtime/other.mjs:1:2)", map)).toBe(
      "at y (file:///var/runtime/other.mjs:1:2)",
    );
  });

  test("is reproducible, so that a template difference means a code difference", () => {
    expect(basename(dirname(again[name]!))).toBe(basename(dirname(file)));
  });

  test("loads as the runtime loads it, and exports a handler", async () => {
    const script = "const { handler } = await import(process.argv[1]); process.stdout.write(typeof handler)";
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script, file]);
    expect(stdout).toBe("function");
  });
});
