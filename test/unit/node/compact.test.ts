import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deleteExpired } from "../../../infra/node/host.ts";
import { compactSqliteStore } from "../../../infra/node/sqlite-engine.ts";
import { HostRunningError } from "../../../shared/kernel/ports/host-lock.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { engineIn } from "../../support/node-engine.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("compacting returns what expired rows left free, keeps the others, and is refused while a host runs", async () => {
  const clock = new FakeClock();
  const dataDir = temporaryFolder();
  const open = () => engineIn(dataDir, { clock });
  const store = join(dataDir, "feedhook.db");
  const engine = open();
  const expiresAt = clock.now() / 1_000 + 60;
  const item = (n: number) => ({ pk: "acme", sk: `e${n}`, body: "x".repeat(1_000), expiresAt });
  await engine.table("events").put(Array.from({ length: 3_500 }, (_, n) => ({ item: item(n) })));
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
