import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { awsTarget } from "../../infra/node/move/aws-target.ts";
import { exportStore, requireNotExported } from "../../infra/node/move/export-store.ts";
import { importArchive, importInto } from "../../infra/node/move/import-archive.ts";
import type { ImportTarget } from "../../infra/node/move/import-store.ts";
import type { NodeEngine } from "../../infra/node/node-engine.ts";
import { lockStore, openStoreEngine } from "../../infra/node/sqlite-engine.ts";
import type { Item, Table } from "../../shared/kernel/ports/table.ts";
import { SecretBox } from "../../shared/kernel/secret-box.ts";
import type { QueueName, TableName } from "../../shared/kernel/topology.ts";
import { mirrorItem } from "../../shared/mirror/mirror-item.ts";
import { eventsFrom } from "../../shared/publishing/events-from.ts";
import { fakeAws } from "../support/fake-aws.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { FakeKeyWrapper } from "../support/fake-key-wrapper.ts";
import { faked } from "../support/faked.ts";
import { MemoryQueue } from "../support/memory-queue.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { engineIn } from "../support/node-engine.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { folderOfEachTest } from "../support/temporary-folder.ts";
import { mirrored, rise } from "../unit/publishing/publishing-fixture.ts";
import { openDynamoTables } from "./table-engines.ts";

const passphrase = "a passphrase of the test";
const now = Date.UTC(2026, 10, 21);
const tableNames: readonly TableName[] = ["feeds", "mirror", "events", "subscriptions", "deliveries"];

const at = folderOfEachTest();
const sourceEngine = () => engineIn(at("data"), { clock: new FakeClock(now) });

const boxOf = (table: Table, keys: NodeEngine["keys"]) =>
  new SecretBox({ table, keys, clock: new FakeClock(now), randomness: new SeededRandomness(1), cacheMs: 0 });
const company = (id: string, seq: number, rest: object = {}): Item =>
  JSON.parse(
    JSON.stringify(
      mirrored({ sk: id, id, seq, changeLog: Array.from({ length: seq }, (_, n) => rise(n + 1)), ...rest }),
    ),
  ) as Item;

/** A bridge in the middle of its work: some changes are published, some aren't, and some work waits in queues. */
async function usedStore() {
  const engine = sourceEngine();
  const mirror = engine.table("mirror");
  const publishAll = async () => {
    for (let shard = 0; shard < engine.mirrorChanges.shards; shard += 1) {
      const last = (await engine.mirrorChanges.read(shard, 0, 1_000)).at(-1);
      if (last !== undefined) await engine.mirrorChanges.advance(shard, { position: last.position, attempts: 0 });
    }
  };
  const put = async (...items: readonly Item[]) => {
    for (const item of items) await mirror.put([{ item }]);
  };
  await put(company("told", 3), company("changes", 1), company("goes", 1), company("aside", 1));
  await put({ pk: "acme#beat#0", sk: "beat", beat: now });
  await publishAll();
  // Set aside at seq 2, and published at seq 3.
  await put(company("aside", 2));
  for (let shard = 0; shard < engine.mirrorChanges.shards; shard += 1) {
    const { position } = await engine.mirrorChanges.position(shard);
    const [record] = await engine.mirrorChanges.read(shard, position, 1);
    if (record !== undefined) await engine.mirrorChanges.setAside(shard, record, "unreadable");
  }
  await put(company("aside", 3));
  await publishAll();
  // Unpublished: a change and another one, a new record, and one that is removed manually.
  await put(company("changes", 2), company("changes", 3), company("comes", 1));
  await mirror.remove({ pk: "acme#company#3", sk: "goes" });
  const expired = Math.floor(now / 1_000) - 1;
  await engine
    .table("events")
    .put([
      { item: { pk: "acme#1", sk: "evt_1", subject: "acme#company#told", body: "{}" } },
      { item: { pk: "acme#1", sk: "evt_0", body: "{}", expiresAt: expired } },
    ]);
  await engine.table("feeds").put([{ item: { pk: "acme#timeline", sk: "feed", wheel: "acme#w1", watermark: "2026" } }]);
  await engine.table("deliveries").put([{ item: { pk: "ep_1", sk: "backlog#1", eventId: "evt_1" } }]);
  const subscriptions = engine.table("subscriptions");
  const sealed = await boxOf(subscriptions, engine.keys).seal("partner#prt_1", "sub_1", "whsec_secret");
  await subscriptions.put([
    { item: { pk: "partner#prt_1", sk: "sub_1", sealed } },
    { item: { pk: "registry", sk: "instance#acme", name: "acme", seqFloor: 7, rev: 3 } },
  ]);
  await engine.queue("fanout").send([{ body: '{"id":"evt_1"}', group: "acme" }]);
  await engine.queue("deliver").send([{ body: '{"id":"evt_2"}', delaySeconds: 60 }]);
  await engine.queue("ticks").send([{ body: "{}" }]);
  await engine.queue("deliver").receive(10);
  engine.close();
  return { sealed };
}

async function exported() {
  const used = await usedStore();
  await exportStore(at("data"), at("bridge.export"), passphrase, now);
  return used;
}
const imported = (target: ImportTarget, work = "work", report: (what: string) => unknown = () => undefined) =>
  importInto(target, at("bridge.export"), at(work), passphrase, report);

/** Tables and queues of another bridge, the mirror's change stream, and a fault before one of the writes. */
function targetOver(open: (name: TableName) => Table, fault = { at: Infinity }) {
  const queues = new Map<QueueName, MemoryQueue>();
  const reported: string[] = [];
  let writes = 0;
  const failing = async <T>(write: () => Promise<T>): Promise<T> => {
    writes += 1;
    if (writes === fault.at) throw new Error("the target is away");
    return write();
  };
  const opened = new Map(tableNames.map((name) => [name, open(name)]));
  const table = (name: TableName) => {
    const inner = opened.get(name)!;
    const watched = async (item: Item) => {
      const before = name === "mirror" ? await inner.get(item) : undefined;
      await inner.put([{ item }]);
      if (name !== "mirror" || item["changeLog"] === undefined) return;
      const events = eventsFrom(before && mirrorItem.parse(before), mirrorItem.parse(item));
      reported.push(...events.map(({ subject }) => `${subject.id} ${subject.seq}`));
    };
    return faked(MemoryTable, {
      get: inner.get.bind(inner),
      query: inner.query.bind(inner),
      put: async (puts: readonly { item: Item }[]) => {
        for (const { item } of puts) await failing(() => watched(item));
        return puts.map(() => "written" as const);
      },
      remove: (key: { pk: string; sk: string }) => failing(() => inner.remove(key)),
    });
  };
  const queue = (name: QueueName) => {
    const found = queues.get(name) ?? new MemoryQueue();
    queues.set(name, found);
    return found;
  };
  const target: ImportTarget = { table, queue, keys: new FakeKeyWrapper(), clock: new FakeClock(now) };
  return { target, queues, reported, opened };
}

const whatWasNotPublished = ["aside 2", "changes 2", "changes 3", "comes 1"];

async function contentsOf(opened: ReadonlyMap<TableName, Table>) {
  const keys: Record<TableName, string[]> = {
    feeds: ["acme#timeline"],
    mirror: ["acme#company#3", "acme#beat#0"],
    events: ["acme#1"],
    subscriptions: ["registry", "partner#prt_1"],
    deliveries: ["ep_1"],
  };
  const found: Item[] = [];
  for (const [name, table] of opened) {
    for (const pk of keys[name]) found.push(...(await table.query({ pk })).items);
  }
  return found;
}

describe("a single-machine bridge that moves mid-work", () => {
  test("moves everything to AWS, publishes what was pending, and publishes nothing twice", async () => {
    const { sealed } = await exported();
    const { table, close } = await openDynamoTables(new FakeClock(now));
    const target = targetOver(table);
    const reported: string[] = [];
    await imported(target.target, "work", (what) => reported.push(what));

    expect(target.reported.toSorted()).toEqual(whatWasNotPublished);
    const items = await contentsOf(target.opened);
    const item = (sk: string) => items.find((each) => each.sk === sk);
    for (const id of ["told", "aside", "changes"]) expect(item(id), id).toEqual(company(id, 3));
    expect(item("comes")).toEqual(company("comes", 1));
    expect(item("goes")).toBeUndefined();
    expect(item("evt_0")).toBeUndefined();
    expect(item("evt_1")).toMatchObject({ body: "{}" });
    expect(item("feed")).toMatchObject({ watermark: "2026", wheel: "acme#w1" });
    expect(item("backlog#1")).toMatchObject({ eventId: "evt_1" });
    expect(item("instance#acme")).toMatchObject({ seqFloor: now / 1_000, rev: 3 });
    const subscriptions = target.opened.get("subscriptions")!;
    expect(await boxOf(subscriptions, new FakeKeyWrapper()).open("partner#prt_1", "sub_1", sealed)).toBe(
      "whsec_secret",
    );
    expect(target.queues.get("fanout")!.sent).toEqual([{ body: '{"id":"evt_1"}', group: "acme" }]);
    expect(target.queues.get("deliver")!.sent).toEqual([{ body: '{"id":"evt_2"}', delaySeconds: 60 }]);
    expect(target.queues.has("ticks")).toBe(false);
    expect(new Set(reported)).toContain("unpublished changes");
    await expect(imported(target.target, "again")).rejects.toThrow("already reads instances");
    expect(existsSync(at("again"))).toBe(false);
    await close();
  });

  // A fault after a write leaves what a fault before the next one leaves.
  test("resumes after a failure before any write, with the same result", async () => {
    await exported();
    const whole = targetOver((name) => new MemoryTable(name));
    await imported(whole.target);
    const expected = await contentsOf(whole.opened);
    let failures = 0;
    for (let first = 1; ; first += 1) {
      const faults = { at: first };
      const broken = targetOver((name) => new MemoryTable(name), faults);
      const importing = () => imported(broken.target, `work-${first}`);
      const ended = await importing().then(
        () => true,
        () => false,
      );
      if (ended) break;
      failures += 1;
      // From here on the new bridge reads the source, and classifies against the mirror's content.
      if (await broken.opened.get("subscriptions")?.get({ pk: "registry", sk: "instance#acme" }))
        expect(broken.reported.toSorted(), `at write ${first}`).toEqual(whatWasNotPublished);
      faults.at = Infinity;
      await importing();
      const contents = await contentsOf(broken.opened);
      expect(contents, `after a fault at write ${first}`).toEqual(expected);
      // A change whose own write was interrupted is published again under the same id, as after any crash.
      expect([...new Set(broken.reported)].toSorted()).toEqual(whatWasNotPublished);
    }
    expect(failures).toBeGreaterThan(20);
  });
});

test("an import that stopped while unpacking the archive starts over", async () => {
  await exported();
  mkdirSync(at("work"));
  writeFileSync(join(at("work"), "key"), "half a key", { mode: 0o600 });
  const { target, reported } = targetOver((name) => new MemoryTable(name));
  await imported(target);
  expect(reported.toSorted()).toEqual(whatWasNotPublished);
});

test("two processes can't import the same archive at once", async () => {
  await exported();
  mkdirSync(at("work"));
  const first = lockStore(at("work"));
  const { target, reported } = targetOver((name) => new MemoryTable(name));
  const second = () => imported(target);
  await expect(second()).rejects.toThrow("is being imported by another process");
  expect(reported).toEqual([]);
  await first.release();
  await second();
  expect(reported.toSorted()).toEqual(whatWasNotPublished);
});

test("a stage that can't be found is reported, and so are the service's own words", async () => {
  const functions = [{ Description: "Feedhook nope-eu: api" }];
  fakeAws(() => {
    if (functions.length === 0) throw new Error("the security token is invalid");
    return { Functions: functions.splice(0) };
  });
  await expect(awsTarget("nope")).rejects.toThrow("stage: there is no stage nope in this account and region");
  await expect(awsTarget("nope")).rejects.toThrow("stage: the security token is invalid");
});

test("an export into another directory continues above every published seq, and the old directory doesn't start", async () => {
  await exported();
  expect(() => {
    requireNotExported(at("data"));
  }).toThrow(/was exported into .*bridge\.export.* delete /);
  const place = await importArchive(at("bridge.export"), passphrase, { dataDir: at("new") }, () => undefined);
  expect(place).toContain(at("new"));
  requireNotExported(at("new"));
  const engine = openStoreEngine(at("new"));
  expect(await engine.mirrorChanges.depth()).toEqual({ pending: 4, failed: 1 });
  const instance = await engine.table("subscriptions").get({ pk: "registry", sk: "instance#acme" });
  expect(instance?.["seqFloor"]).toBeGreaterThan(now / 1_000 - 1);
  engine.close();
});

test("a running bridge can't be exported", async () => {
  await usedStore();
  const engine = sourceEngine();
  const lock = await engine.lockHost();
  await expect(exportStore(at("data"), at("bridge.export"), passphrase, now)).rejects.toThrow("another host runs");
  await lock.release();
  engine.close();
});
