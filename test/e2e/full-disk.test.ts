import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { mountSmallDisk, pretendedSmallDisk, type SmallDisk } from "../support/small-disk.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { StartProgram } from "./support/start-program.ts";
import { apiAt, endedWithTest, sandboxForTest, subscriberForTest } from "./support/test-scope.ts";

const operatorKey = "218d000c89ffeedcb0ec68906b49a235bc44744e916262233458c621fb1dca64";

/** A really full disk, if this user may create one; otherwise, one that the program takes for full. */
async function smallDisk(directory: string, megabytes: number): Promise<SmallDisk> {
  const disk = (await mountSmallDisk(directory, megabytes)) ?? pretendedSmallDisk(directory);
  onTestFinished(() => {
    disk.close();
  });
  return disk;
}

const disks = [
  ["full", smallDisk],
  ["taken for full", (directory: string) => Promise.resolve(pretendedSmallDisk(directory))],
] as const;

test.each(disks)(
  "a start on a disk that is %s fails with one sentence, with and without a store",
  async (_, diskAt) => {
    const disk = await diskAt(join(temporaryFolder(), "disk"), 16);
    const start = (dataDir: string) => {
      const place = ["--partner-url", "http://127.0.0.1:9", "--data-dir", dataDir];
      return endedWithTest(StartProgram.on(disk, "--port", "0", ...place));
    };
    const before = start(join(disk.directory, "data"));
    await before.prints(/bridge\.no_instances/g, 60_000);
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
      await after.prints(/bridge\.no_instances/g, 60_000);
      expect(await after.interrupt()).toBe(0);
      expect(readFileSync(join(disk.reached, name, "operator-key"), "utf8")).toMatch(/^fh_operator_\S+\n$/);
    }
  },
);

test.each(disks)(
  "a disk that is %s pauses reading and sending, says so once, and everything resumes when there is room",
  async (_, diskAt) => {
    const directory = temporaryFolder();
    const disk = await diskAt(join(directory, "disk"), 64);
    const source = await sandboxForTest({ seed: 3, records: 24, live: { changesPerMinute: 1_200 } });
    const subscriber = await subscriberForTest();
    const config = join(directory, "feedhook.json");
    const data = join(disk.directory, "data");
    const instances = [{ name: source.name, ...source.credentials, requestsPerSecond: 100 }];
    const timings = { tick: 200, timelinePeriod: 400, fastOverlap: 5_000, ownerPeriod: 2_000, dormantPeriod: 2_000 };
    const place = { partnerUrl: source.url, dataDir: data, port: 0, log: "json", allowInsecureEndpoints: true };
    writeFileSync(config, JSON.stringify({ ...place, operatorKey, instances, timings }), { mode: 0o600 });
    const program = endedWithTest(StartProgram.on(disk, "--config", config));
    const [, url = ""] = await program.prints(/"api":"(http:[^"]+)\/v1"/g, 60_000);
    const subscription = { url: subscriber.url, eventTypes: ["*"] };
    const api = apiAt(url, operatorKey);
    subscriber.trust((await api<{ secret: string }>("POST", "/v1/subscriptions", subscription)).secret);
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
    // SQLite can't resolve another process's root.
    copyFileSync(join(disk.reached, "data", "feedhook.db"), join(directory, "copy.db"));
    const store = new DatabaseSync(join(directory, "copy.db"));
    expect(store.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    store.close();
  },
);
