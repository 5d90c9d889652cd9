import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { LocalWakeUps } from "../../shared/adapters/local/local-wake-ups.ts";
import { SqliteChangeStream } from "../../shared/adapters/sqlite/sqlite-change-stream.ts";
import { SqliteTable } from "../../shared/adapters/sqlite/sqlite-table.ts";
import { queryAll } from "../../shared/kernel/query-all.ts";
import { tables } from "../../shared/kernel/topology.ts";
import { openTestDatabase } from "../support/sqlite-database.ts";

const writer = fileURLToPath(new URL("../support/crashing-writer.ts", import.meta.url));
const clock = { now: () => Date.now() };
let opened: ReturnType<typeof openTestDatabase> | undefined;
afterEach(() => {
  opened?.close();
});

/** Runs the writer, kills it with SIGKILL when it has printed `count` numbers, and returns the last one. */
async function killedAfter(path: string, count: number): Promise<number> {
  const child = spawn(process.execPath, [writer, path], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  let reported = 0;
  let last = -1;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    reported += 1;
    if (reported === count) child.kill("SIGKILL");
  }
  const [, signal] = await exited;
  expect(signal).toBe("SIGKILL");
  return last;
}

it("the SQLite file keeps every acknowledged write when its process is killed, each change with its stream record", async () => {
  opened = openTestDatabase("file");
  const { database, path } = opened;
  for (const count of [1, 50, 300]) {
    const last = await killedAfter(path, count);
    const stream = new SqliteChangeStream(database, "mirror", clock, new LocalWakeUps());
    const table = new SqliteTable(database, tables.mirror, clock, { stream });
    const stored: number[] = [];
    for await (const { number } of queryAll(table, { pk: "p" })) stored.push(Number(number));
    expect(stored.slice(0, last + 1)).toEqual(Array.from({ length: last + 1 }, (_, number) => number));
    const shards = Array.from({ length: stream.shards }, async (_, shard) => stream.read(shard, 0, 10_000));
    const records = (await Promise.all(shards)).flat();
    const streamed = new Set(records.map(({ after }) => after?.["number"]));
    expect(stored.filter((number) => !streamed.has(number))).toEqual([]);
  }
});
