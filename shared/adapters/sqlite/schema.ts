import { type QueueDeclaration, queues, type TableDeclaration, tables } from "../../kernel/topology.ts";
import { ownerOfGroupSql } from "./owner-of-group.ts";

/** The SQL names of everything that the topology declares. */
export const sqlNames = {
  table: (table: string) => `"table_${table}"`,
  partition: (index: string) => `"${index}_partition"`,
  sort: (index: string) => `"${index}_sort"`,
  stream: (table: string) => `"stream_${table}"`,
  queue: (queue: string) => `"queue_${queue}"`,
} as const;

/** SQL that creates everything the topology declares and leaves existing parts alone. */
export function schemaOf(): string {
  return [
    ...Object.values(tables).flatMap(tableSchema),
    ...Object.values(queues).flatMap(queueSchema),
    `CREATE TABLE IF NOT EXISTS queue_served (queue TEXT PRIMARY KEY, rank INTEGER NOT NULL) WITHOUT ROWID`,
    `CREATE TABLE IF NOT EXISTS dead_letters (
       queue TEXT NOT NULL, id INTEGER NOT NULL, message_group TEXT NOT NULL, body TEXT NOT NULL,
       sent_at INTEGER NOT NULL, receives INTEGER NOT NULL, died_at INTEGER NOT NULL,
       PRIMARY KEY (queue, id)) WITHOUT ROWID`,
    `CREATE TABLE IF NOT EXISTS stream_positions (
       stream TEXT NOT NULL, lane INTEGER NOT NULL, position INTEGER NOT NULL, attempts INTEGER NOT NULL,
       PRIMARY KEY (stream, lane)) WITHOUT ROWID`,
    `CREATE TABLE IF NOT EXISTS stream_failures (
       stream TEXT NOT NULL, position INTEGER NOT NULL, pk TEXT NOT NULL, sk TEXT NOT NULL,
       old_item TEXT, new_item TEXT, reason TEXT NOT NULL, failed_at INTEGER NOT NULL,
       PRIMARY KEY (stream, position)) WITHOUT ROWID`,
    // The last redriven record of each shard, which is stored as `lane`.
    `CREATE TABLE IF NOT EXISTS stream_redriven (
       stream TEXT NOT NULL, lane INTEGER NOT NULL, position INTEGER NOT NULL,
       PRIMARY KEY (stream, lane)) WITHOUT ROWID`,
  ].join(";\n");
}

/**
 * TEXT compares by UTF-8 bytes, as DynamoDB's sort keys do. Index columns are part of the item's row, so one write
 * keeps item and indexes consistent.
 */
function tableSchema({ name, indexes, expiry, streamed }: TableDeclaration): string[] {
  const table = sqlNames.table(name);
  const columns = indexes.flatMap((index) => [sqlNames.partition(index.name), sqlNames.sort(index.name)]);
  return [
    `CREATE TABLE IF NOT EXISTS ${table} (
       pk TEXT NOT NULL, sk TEXT NOT NULL, item TEXT NOT NULL, expires INTEGER,
       ${columns.map((column) => `${column},`).join(" ")}
       PRIMARY KEY (pk, sk))`,
    ...indexes.map(({ name: index }) => {
      const partition = sqlNames.partition(index);
      return `CREATE INDEX IF NOT EXISTS "table_${name}_${index}"
        ON ${table} (${partition}, ${sqlNames.sort(index)}, pk, sk) WHERE ${partition} IS NOT NULL`;
    }),
    ...(expiry === undefined
      ? []
      : [`CREATE INDEX IF NOT EXISTS "table_${name}_expires" ON ${table} (expires) WHERE expires IS NOT NULL`]),
    ...(streamed ? streamSchema(name) : []),
  ];
}

/** Uses AUTOINCREMENT, because a position must never be used twice: a reader would skip the second record. */
function streamSchema(table: string): string[] {
  const stream = sqlNames.stream(table);
  return [
    `CREATE TABLE IF NOT EXISTS ${stream} (
       position INTEGER PRIMARY KEY AUTOINCREMENT, lane INTEGER NOT NULL, pk TEXT NOT NULL, sk TEXT NOT NULL,
       old_item TEXT, new_item TEXT, appended_at INTEGER NOT NULL)`,
    `CREATE INDEX IF NOT EXISTS "stream_${table}_lane" ON ${stream} (lane, position)`,
  ];
}

/**
 * A message without `hidden_until` is ready. Ready messages are served by rank, which interleaves the groups. The
 * `owners` index finds them by owner (see `ReadyMessages`).
 */
function queueSchema({ name }: QueueDeclaration): string[] {
  const queue = sqlNames.queue(name);
  return [
    `CREATE TABLE IF NOT EXISTS ${queue} (
       id INTEGER PRIMARY KEY AUTOINCREMENT, message_group TEXT NOT NULL, body TEXT NOT NULL, sent_at INTEGER NOT NULL,
       rank INTEGER NOT NULL, hidden_until INTEGER, in_flight INTEGER NOT NULL DEFAULT 0,
       receives INTEGER NOT NULL DEFAULT 0)`,
    `CREATE INDEX IF NOT EXISTS "queue_${name}_ready" ON ${queue} (rank, id, message_group) WHERE hidden_until IS NULL`,
    `CREATE INDEX IF NOT EXISTS "queue_${name}_owners"
      ON ${queue} (${ownerOfGroupSql}, rank, id) WHERE hidden_until IS NULL`,
    `CREATE INDEX IF NOT EXISTS "queue_${name}_hidden" ON ${queue} (hidden_until) WHERE hidden_until IS NOT NULL`,
  ];
}
