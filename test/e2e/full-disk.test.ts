import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { requestApi } from "../../infra/node/request-api.ts";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { mountSmallDisk } from "../soak/small-disk.ts";
import { FlakySubscriber } from "./support/flaky-subscriber.ts";
import { StartProgram } from "./support/start-program.ts";

const operatorKey = "operator-key-of-the-full-disk";
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test("a start on a full disk says so in one sentence, with a store and without one", async (context) => {
  const directory = mkdtempSync(join(tmpdir(), "feedhook-full-"));
  cleanups.push(() => {
    rmSync(directory, { recursive: true });
  });
  const disk = mountSmallDisk(join(directory, "disk"), 16);
  if (disk === undefined) return context.skip("only root may mount a file system that can be filled");
  cleanups.push(() => {
    disk.unmount();
  });
  const start = (dataDir: string) => {
    const place = ["--partner-url", "http://127.0.0.1:9", "--data-dir", dataDir];
    const program = StartProgram.node("--port", "0", ...place);
    cleanups.push(() => program.kill());
    return program;
  };
  const before = start(join(disk.directory, "data"));
  await before.prints(/bridge\.no_instances/g, 20_000);
  expect(await before.interrupt()).toBe(0);
  disk.fill();
  for (const dataDir of ["data", "new"].map((name) => join(disk.directory, name))) {
    const refused = start(dataDir);
    expect(await refused.ended).toBe(1);
    expect(refused.output).toMatch(/^feedhook: .*disk.* full.*: free some space.*\n$/);
  }
  disk.free();
  for (const name of ["data", "new"]) {
    const after = start(join(disk.directory, name));
    await after.prints(/bridge\.no_instances/g, 20_000);
    expect(await after.interrupt()).toBe(0);
    expect(readFileSync(join(disk.directory, name, "operator-key"), "utf8")).toMatch(/^fh_operator_\S+\n$/);
  }
});

test("a disk that is full pauses reading and sending, says so once, and everything goes on when there is room", async (context) => {
  const directory = mkdtempSync(join(tmpdir(), "feedhook-full-"));
  cleanups.push(() => {
    rmSync(directory, { recursive: true });
  });
  const disk = mountSmallDisk(join(directory, "disk"), 64);
  if (disk === undefined) return context.skip("only root may mount a file system that can be filled");
  cleanups.push(() => {
    disk.unmount();
  });
  const sandbox = await startSandbox({ seed: 3, records: 24, live: { changesPerMinute: 1_200 } });
  cleanups.push(() => sandbox.close());
  const subscriber = await FlakySubscriber.start(() => false);
  cleanups.push(() => subscriber.close());
  const [{ name, clientId, clientSecret }] = sandbox.instances as [(typeof sandbox.instances)[0]];
  const config = join(directory, "feedhook.json");
  const data = join(disk.directory, "data");
  const instances = [{ name, clientId, clientSecret, requestsPerSecond: 100 }];
  const timings = { tick: 200, timelinePeriod: 400, fastOverlap: 5_000, ownerPeriod: 2_000, dormantPeriod: 2_000 };
  const place = { partnerUrl: sandbox.url, dataDir: data, port: 0, log: "json", allowInsecureEndpoints: true };
  writeFileSync(config, JSON.stringify({ ...place, operatorKey, instances, timings }), { mode: 0o600 });
  const program = StartProgram.node("--config", config);
  cleanups.push(() => program.kill());
  const [, api = ""] = await program.prints(/"api":"(http:[^"]+)\/v1"/g, 20_000);
  const subscription = { url: subscriber.url, eventTypes: ["*"] };
  const { secret } = (await requestApi(api, operatorKey, "POST", "/v1/subscriptions", subscription)) as {
    secret: string;
  };
  subscriber.trust(secret);
  await expect.poll(() => subscriber.taken.length, { timeout: 60_000 }).toBeGreaterThan(20);

  disk.fill();
  await program.prints(/"event":"store\.full"/g, 60_000);
  disk.free();
  await program.prints(/"event":"store\.has_room"/g, 60_000);
  const before = subscriber.distinct.size;
  await expect.poll(() => subscriber.distinct.size, { timeout: 60_000 }).toBeGreaterThan(before + 20);
  expect(await program.interrupt()).toBe(0);
  expect(program.output.match(/"event":"store\.full"/g)).toHaveLength(1);
  for (const line of program.output.split("\n").filter((line) => line.includes("StoreFullError"))) {
    expect(JSON.parse(line)).not.toHaveProperty("stack");
  }
  const store = new DatabaseSync(join(data, "feedhook.db"));
  expect(store.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  store.close();
});
