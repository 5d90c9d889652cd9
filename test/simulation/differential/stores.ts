import { paginateScan } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { itemFrom } from "../../../shared/adapters/aws/attribute-values.ts";
import { DynamoTable } from "../../../shared/adapters/aws/dynamo-table.ts";
import { LocalWakeUps } from "../../../shared/adapters/local/local-wake-ups.ts";
import { itemOf } from "../../../shared/adapters/sqlite/item-text.ts";
import { sqlNames } from "../../../shared/adapters/sqlite/schema.ts";
import { SqliteChangeStream } from "../../../shared/adapters/sqlite/sqlite-change-stream.ts";
import { SqliteTable } from "../../../shared/adapters/sqlite/sqlite-table.ts";
import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import type { Item, Table, TableScanner } from "../../../shared/kernel/ports/table.ts";
import { type TableName, tables } from "../../../shared/kernel/topology.ts";
import type { StreamChange } from "../../../shared/publishing/publish-changes.ts";
import { RecordedStream } from "../../e2e/support/aws/recorded-stream.ts";
import { startDynamo } from "../../support/dynamo.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { openTestDatabase } from "../../support/sqlite-database.ts";

const storedRow = z.object({ item: z.string() });

/** The tables of an engine with the mirror's change stream. */
export type Store = {
  table(name: TableName): Table & TableScanner;
  /** The mirror's changes since the last call. */
  changes(): Promise<readonly StreamChange[]>;
  /** Everything in a table. */
  items(name: TableName): Promise<readonly Item[]>;
  close(): Promise<void>;
};

export const openSqlite = (clock: Clock): Store => sqlite(clock, ":memory:");

/** In a file, from which a bridge can move. */
export const openSqliteFile = (clock: Clock) => sqlite(clock, "file");

function sqlite(clock: Clock, where: "file" | ":memory:") {
  const { database, path, close } = openTestDatabase(where);
  const stream = new SqliteChangeStream(database, "mirror", clock, new LocalWakeUps());
  return {
    database,
    path,
    table: (name: TableName) =>
      new SqliteTable(database, tables[name], clock, { stream: tables[name].streamed ? stream : undefined }),
    changes: async () => {
      const changes: StreamChange[] = [];
      for (let shard = 0; shard < stream.shards; shard += 1) {
        const records = await stream.read(shard, (await stream.position(shard)).position, 100_000);
        const last = records.at(-1);
        if (last !== undefined) await stream.advance(shard, { position: last.position, attempts: 0 });
        changes.push(...records.map(({ position, ...images }) => ({ sequenceNumber: String(position), ...images })));
      }
      return changes;
    },
    items: async (name: TableName) =>
      database.all(`SELECT item FROM ${sqlNames.table(name)}`).map((row) => itemOf(storedRow.parse(row).item)),
    close: async () => {
      close();
    },
  };
}

export async function openDynamo(clock: Clock): Promise<Store> {
  const { client, close } = await startDynamo();
  const recorded = new RecordedStream(client, tables.mirror.name);
  const parts = { client, clock, sleeper: new FakeClock(), randomness: new SeededRandomness() };
  let taken = 0;
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      (args) =>
        recorded.watch(commandName.replace(/Command$/, ""), args.input, () => next(args)),
    { step: "initialize" },
  );
  return {
    table: (name) => new DynamoTable({ ...parts, tableName: name, declaration: tables[name] }),
    changes: async () => {
      const records = recorded.records.slice(taken);
      taken += records.length;
      return records.map(({ dynamodb: { SequenceNumber, OldImage, NewImage } }) => ({
        sequenceNumber: SequenceNumber,
        before: OldImage && itemFrom(OldImage),
        after: NewImage && itemFrom(NewImage),
      }));
    },
    items: async (name) => {
      const items: Item[] = [];
      for await (const { Items = [] } of paginateScan({ client }, { TableName: name }))
        items.push(...Items.map(itemFrom));
      return items;
    },
    close,
  };
}
