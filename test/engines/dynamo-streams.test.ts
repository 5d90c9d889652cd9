import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { createPublishHandler } from "../../functions/publish.ts";
import type { StreamEvent } from "../../functions/runtime/messages/lambda-events.ts";
import { DynamoTable } from "../../shared/adapters/aws/dynamo-table.ts";
import type { Table } from "../../shared/kernel/ports/table.ts";
import { type TableName, tables } from "../../shared/kernel/topology.ts";
import { DynamoStream } from "../e2e/support/aws/dynamo-stream.ts";
import { RecordedStream } from "../e2e/support/aws/recorded-stream.ts";
import { startDynamo } from "../support/dynamo.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { openTestEngine } from "../support/node-engine.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { mirrored, rise } from "../unit/publishing/publishing-fixture.ts";

type Record = StreamEvent["Records"][number];

describe("the mirror's change stream on DynamoDB Local", () => {
  let ground: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    ground = await open();
    return () => ground.close();
  });

  async function open() {
    const { client, close } = await startDynamo();
    const recorded = new RecordedStream(client, "mirror");
    client.middlewareStack.add(
      (next, { commandName = "" }) =>
        (args) =>
          recorded.watch(commandName.replace(/Command$/, ""), args.input, () => next(args)),
      { step: "initialize" },
    );
    const clock = new FakeClock();
    const parts = { client, clock, sleeper: clock, randomness: new SeededRandomness() };
    const table = (name: TableName): Table => new DynamoTable({ ...parts, tableName: name, declaration: tables[name] });
    const stream = new DynamoStream(client, "mirror");
    const control = (ACTION: string, more: object = {}) =>
      stream.ask(
        "PutItem",
        { TableName: "[TEST_CONTROL]", Item: { ACTION: { S: ACTION }, ...more } },
        "DynamoDB_20120810",
      );
    return { recorded, table, stream, control, close };
  }

  /** Reads until three turns in a row return nothing. */
  async function readAll(handle: (records: readonly Record[]) => Promise<string | undefined> = async () => undefined) {
    const read: Record[] = [];
    for (let idle = 0; idle < 3; ) {
      const done = await ground.stream.turn(async ({ Records }) => {
        const failed = await handle(Records);
        const at = Records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failed);
        read.push(...(at === -1 ? Records : Records.slice(0, at)));
        return { batchItemFailures: failed === undefined ? [] : [{ itemIdentifier: failed }] };
      });
      idle = done > 0 ? 0 : idle + 1;
      if (done === 0) await sleep(20);
    }
    return read;
  }

  const number = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n);
  const write = async (numbers: readonly number[]) => {
    for (const n of numbers) await ground.table("mirror").put([{ item: { pk: `p${n % 3}`, sk: "a", n } }]);
  };
  const numbersIn = (records: readonly Record[]) =>
    records.map(({ dynamodb }) => Number((dynamodb.NewImage?.["n"] as { N: string }).N)).toSorted((a, b) => a - b);

  test("matches our imitation: the same images of each item, in the same order", async () => {
    const mirror = ground.table("mirror");
    const random = new SeededRandomness(31);
    const below = (bound: number) => Math.floor(random.fraction() * bound);
    for (let round = 0; round < 60; round += 1) {
      const key = { pk: `p${below(4)}`, sk: `s${below(3)}` };
      await [
        () => mirror.put([{ item: { ...key, n: below(3), text: "Zoë", list: [1, null, { a: "" }] } }]),
        () => mirror.put([{ item: { ...key, n: 1 }, when: [{ attribute: "n", is: "equal", value: below(3) }] }]),
        () => mirror.put(number(4).map((n) => ({ item: { ...key, sk: `s${n}`, n } }))),
        () => mirror.update({ key, set: { n: below(2) } }),
        () => mirror.update({ key, add: { m: 0 } }),
        () => mirror.remove(key),
      ][below(6)]!();
    }
    const byItem = (records: readonly Record[]) => {
      const changes = new Map<string, object[]>();
      for (const {
        eventName,
        dynamodb: { Keys, OldImage, NewImage },
      } of records) {
        const { pk, sk } = Keys as { [name: string]: { S: string } };
        const key = `${pk?.S} ${sk?.S}`;
        changes.set(key, [...(changes.get(key) ?? []), { eventName, OldImage, NewImage }]);
      }
      return Object.fromEntries([...changes].toSorted());
    };
    const read = await readAll();
    expect(read.length).toBeGreaterThan(40);
    expect(byItem(read)).toEqual(byItem(ground.recorded.records));
  });

  test("delivers everything once despite expiring iterators, closing shards and failing handlers", async () => {
    let reads = 0;
    ground.stream.withIterator = (iterator) => ((reads += 1) % 4 === 0 ? aged(iterator) : iterator);
    await write(number(120));
    let calls = 0;
    // Every third batch fails in its middle.
    const handle = async (records: readonly Record[]) =>
      (calls += 1) % 3 === 1 ? records[Math.floor(records.length / 2)]?.dynamodb.SequenceNumber : undefined;
    const first = await readAll(handle);
    await write(number(30, 120));
    await ground.control("ROLLOVER");
    await write(number(120, 150));
    const second = await readAll(handle);
    await ground.control("ROLLOVER");
    await write(number(10, 270));
    const third = await readAll();
    expect(numbersIn([...first, ...second, ...third])).toEqual(number(280));
    expect(new Set(ground.stream.refusals)).toEqual(new Set(["ExpiredIteratorException"]));
    expect(ground.stream.closedShards).toBeGreaterThan(0);
  });

  test("is read from what is left if its beginning was trimmed", async () => {
    await write(number(20));
    const first = await readAll();
    await write(number(10, 20));
    await ground.control("ROLLOVER");
    await ground.control("DILATE_TIME", { HOURS: { S: "30" } });
    await write(number(10, 30));
    const second = await readAll();
    expect(numbersIn(first)).toEqual(number(20));
    // Records written in between that expired unread after a day are lost. The nightly republish finds them in the
    // mirror.
    expect(numbersIn(second)).toEqual(number(10, 30));
    expect(ground.stream.refusals).toContain("ResourceNotFoundException");
  });

  test("yields events of changes, each with the text of its images", async () => {
    const test = openTestEngine(new FakeClock());
    const published: string[] = [];
    const engine = {
      ...test.engine,
      bus: {
        publish: async (entries: readonly { readonly detail: string }[]) => {
          published.push(...entries.map(({ detail }) => detail));
          return { refused: [] };
        },
      },
    };
    const publish = createPublishHandler(engine);
    const item = (seq: number) =>
      JSON.parse(JSON.stringify(mirrored({ sk: "c1", id: "c1", seq, changeLog: number(seq, 1).map((n) => rise(n)) })));
    for (const seq of [1, 2, 3]) await ground.table("mirror").put([{ item: item(seq) }]);
    const read: Record[] = await readAll();
    await publish({ Records: read });
    expect(published.map((detail) => (JSON.parse(detail) as { subject: { seq: number } }).subject.seq)).toEqual([
      1, 2, 3,
    ]);
    test.remove();
  });
});

/** The same iterator as if issued twenty minutes ago. DynamoDB accepts one for fifteen. */
function aged(iterator: string): string {
  return iterator.replace(/[^|]+$/, (text) => {
    const decoded = Buffer.from(text, "base64").toString();
    const old = decoded.replace(/\d{30}$/, (made) => String(Number(made) - 1_200_000).padStart(30, "0"));
    return Buffer.from(old).toString("base64");
  });
}
