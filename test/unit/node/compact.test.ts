import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deleteExpired } from "../../../infra/node/host.ts";
import { InMemoryMetrics } from "../../../infra/node/in-memory-metrics.ts";
import { compactSqliteStore, createSqliteEngine } from "../../../infra/node/sqlite-engine.ts";
import { HostRunningError } from "../../../shared/kernel/ports/host-lock.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "feedhook-compact-"));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

test("compacting returns what expired rows left free, keeps the others, and is refused while a host runs", async () => {
  const clock = new FakeClock();
  const timings = defaultTimings;
  const settings = { partnerUrl: "http://127.0.0.1:1", allowInsecureEndpoints: true, operatorKeyHash: "", timings };
  const open = () =>
    createSqliteEngine({ dataDir, settings, clock, logger: new SilentLogger(), metrics: new InMemoryMetrics() });
  const store = join(dataDir, "feedhook.db");
  const engine = open();
  const expiresAt = clock.now() / 1_000 + 60;
  const items = Array.from({ length: 3_500 }, (_, n) => ({
    pk: "acme",
    sk: `e${n}`,
    body: "x".repeat(1_000),
    expiresAt,
  }));
  await engine.table("events").put(items.map((item) => ({ item })));
  await engine.table("events").put([{ item: { pk: "acme", sk: "kept" } }]);
  clock.advance(61_000);
  // In one run, whatever the portion, because a sweep that stops after one would fall behind.
  await deleteExpired(engine);
  expect((await engine.table("events").query({ pk: "acme" })).items.map(({ sk }) => sk)).toEqual(["kept"]);
  const lock = await engine.lockHost();
  await expect(compactSqliteStore(store)).rejects.toThrow(HostRunningError);
  await lock.release();
  engine.close();
  const before = statSync(store).size;
  await compactSqliteStore(store);
  expect(statSync(store).size).toBeLessThan(before / 5);
  const again = open();
  expect((await again.table("events").query({ pk: "acme" })).items.map(({ sk }) => sk)).toEqual(["kept"]);
  again.close();
});
