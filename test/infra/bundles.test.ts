import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { functions } from "../../shared/kernel/function-topology.ts";
import { bundlesOf } from "./support/bundles.ts";

const outdir = mkdtempSync(join(tmpdir(), "feedhook-bundles-"));
afterAll(() => {
  rmSync(outdir, { recursive: true, force: true });
});

/** Every import adds to a cold start: about 80 ms per MB. A budget is raised on purpose or not at all. */
const kilobytes = {
  clock: 800,
  tick: 800,
  poll: 1_700,
  publish: 800,
  fanout: 800,
  deliver: 1_700,
  recover: 800,
  alert: 2_000,
  canary: 800,
  api: 1_400,
} as const;

const bundles = bundlesOf(outdir);

describe.each(Object.values(functions))("the bundle of $name", ({ name, dials }) => {
  const file = bundles[name]!;

  test("stays within its budget", () => {
    const size = Math.round(statSync(file).size / 1_024);
    process.stdout.write(`bundle ${name.padEnd(8)} ${size} KB of ${kilobytes[name]}\n`);
    expect(size).toBeLessThanOrEqual(kilobytes[name]);
    const besides = name === "api" ? ["portal.json"] : [];
    expect(readdirSync(join(file, ".."))).toEqual(["index.mjs", "index.mjs.map", ...besides]);
  });

  // Half a megabyte to load.
  test(dials ? "holds the HTTP client" : "has no HTTP client, which it would only have to load", () => {
    expect(readFileSync(file, "utf8").includes("UND_ERR_CONNECT_TIMEOUT")).toBe(dials);
  });

  test("lets stacks name our files and lines", () => {
    const { sources, sourcesContent } = z
      .object({ sources: z.array(z.string()), sourcesContent: z.unknown().optional() })
      .parse(JSON.parse(readFileSync(`${file}.map`, "utf8")));
    expect(sources.some((source) => source.endsWith(`functions/${name}.ts`))).toBe(true);
    expect(sourcesContent).toBeUndefined();
  });

  test("loads as the runtime loads it, and exports a handler", async () => {
    const script = "const { handler } = await import(process.argv[1]); process.stdout.write(typeof handler)";
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script, file]);
    expect(stdout).toBe("function");
  });
});
