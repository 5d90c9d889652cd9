import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { createFeedhookApp } from "../../infra/aws/feedhook-app.ts";
import { functions } from "../../shared/kernel/topology.ts";
import { Deployment, productionContext } from "./support/deployment.ts";

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
  api: 1_400,
} as const;

const context = { ...productionContext, "aws:cdk:enable-path-metadata": true, "aws:cdk:asset-metadata": true };
const deployment = new Deployment(createFeedhookApp({ analyticsReporting: false, outdir, context }));

const bundles = Object.fromEntries(
  deployment.of("AWS::Lambda::Function").map(({ path, properties }) => {
    const name = path.startsWith("Api/") ? "api" : path.split("/")[1]!.toLowerCase();
    const { S3Key } = z.object({ S3Key: z.string() }).parse(properties["Code"]);
    const folder = join(outdir, `asset.${S3Key.replace(".zip", "")}`);
    return [name, join(folder, "index.mjs")];
  }),
);

describe.each(Object.values(functions))("the bundle of $name", ({ name, dials }) => {
  const file = bundles[name]!;

  test("stays within its budget", () => {
    const size = Math.round(statSync(file).size / 1_024);
    process.stdout.write(`bundle ${name.padEnd(8)} ${size} KB of ${kilobytes[name]}\n`);
    expect(size).toBeLessThanOrEqual(kilobytes[name]);
    expect(readdirSync(join(file, ".."))).toEqual(["index.mjs"]);
  });

  test(dials ? "holds the HTTP client" : "has no HTTP client, which it would only have to load", () => {
    expect(readFileSync(file, "utf8").includes("UND_ERR_CONNECT_TIMEOUT")).toBe(dials);
  });

  test("loads as the runtime loads it, and exports a handler", async () => {
    const script = "const { handler } = await import(process.argv[1]); process.stdout.write(typeof handler)";
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script, file]);
    expect(stdout).toBe("function");
  });
});
