import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as z from "zod";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const report = z.object({
  modules: z.array(z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) })),
});

/*
 * `npm run check:boundaries` fails on any violation. A checker that can't read the sources finds no module and no
 * violation, which happened with another compiler version.
 */
test("the checker of boundaries sees modules and their imports", async () => {
  const depcruise = [
    `${repository}node_modules/dependency-cruiser/bin/dependency-cruiser.mjs`,
    ...["--config", ".dependency-cruiser.cjs", "--output-type", "json"],
    ...["--do-not-follow", "^(shared|infra|node_modules)/", "functions"],
  ];
  const { stdout } = await promisify(execFile)(process.execPath, depcruise, {
    cwd: repository,
    maxBuffer: 256 * 1024 * 1024,
  });
  const { modules } = report.parse(JSON.parse(stdout));
  const ours = modules.filter(({ source }) => /^functions\/.*\.ts$/.test(source));
  expect(ours.length).toBeGreaterThan(50);
  const imported = ours.find(({ source }) => source === "functions/poll.ts")?.dependencies;
  expect(imported).toContainEqual({ resolved: "shared/polling/visits/poll-feeds.ts" });
});
