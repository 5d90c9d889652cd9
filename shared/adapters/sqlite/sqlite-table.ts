import type { SQLInputValue } from "node:sqlite";
import * as z from "zod";
import { InvalidInputError } from "../../kernel/errors.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import {
  absent,
  type Change,
  type Condition,
  type Item,
  type Key,
  type Put,
  type Table,
  type TableMaintenance,
  type WriteOutcome,
} from "../../kernel/ports/table.ts";
import type { TableDeclaration } from "../../kernel/topology.ts";
import { changedItem } from "../items/changed-item.ts";
import { conditionHolds } from "../items/condition-holds.ts";
import { checkItem, checkKey, partitionKeyLimit, sortKeyLimit } from "../items/item-limits.ts";
import type { Database } from "./database.ts";
import { itemOf, textOf } from "./item-text.ts";
import { sqlNames } from "./schema.ts";
import type { SqliteChangeStream } from "./sqlite-change-stream.ts";
import { SqliteTableReader } from "./sqlite-table-reader.ts";

const textRow = z.object({ item: z.string() });
const keyRow = z.object({ pk: z.string(), sk: z.string() });

/**
 * An item that shrinks to less than this fraction of its size is deleted and inserted again, so that SQLite reuses the
 * freed space.
 */
const muchSmaller = 1 / 4;

/** An item ready to be written: its text, and the values of the columns next to it. */
type Row = { readonly item: Item; readonly text: string; readonly columns: readonly SQLInputValue[] };

/**
 * A table of the topology on SQLite. It applies DynamoDB's limits. If the table is streamed, each change appends the
 * old and the new item to the stream.
 */
export class SqliteTable extends SqliteTableReader implements Table, TableMaintenance {
  readonly #database: Database;
  readonly #declaration: TableDeclaration;
  readonly #stream: SqliteChangeStream | undefined;
  readonly #clock: Clock;
  readonly #ask: Database["write"];
  readonly #sql: {
    readonly read: string;
    readonly create: string;
    readonly write: string;
    readonly remove: string;
    readonly expired: string;
  };

  /** If `waits` is false, writes resolve once they are committed, before they are on disk. */
  constructor(
    database: Database,
    declaration: TableDeclaration,
    clock: Clock,
    { stream, waits = true }: { readonly stream?: SqliteChangeStream | undefined; readonly waits?: boolean } = {},
  ) {
    super(database, declaration, clock);
    this.#database = database;
    this.#declaration = declaration;
    this.#clock = clock;
    this.#stream = stream;
    this.#ask = waits ? (work) => database.write(work) : (work) => database.commit(work);
    this.#sql = statementsOf(declaration);
  }

  async put(puts: readonly Put[]): Promise<readonly WriteOutcome[]> {
    if (puts.length === 0) return [];
    const rows = puts.map(({ item, when }) => ({ row: this.#rowOf(item), when }));
    const outcomes = await this.#ask(() => rows.map(({ row, when }) => this.#putRow(row, when)));
    this.#wakeStream();
    return outcomes;
  }

  async update(change: Change): Promise<WriteOutcome> {
    checkKey(change.key);
    const outcome = await this.#ask(() => {
      const before = this.#stored(change.key);
      const item = before === undefined ? undefined : itemOf(before);
      if (!conditionHolds(change.when, item)) return "conflict";
      this.#write(before, this.#rowOf(changedItem(item, change)));
      return "written";
    });
    this.#wakeStream();
    return outcome;
  }

  async remove(key: Key, when?: Condition): Promise<WriteOutcome> {
    checkKey(key);
    const outcome = await this.#ask(() => {
      const before = this.#stored(key);
      if (!conditionHolds(when, before === undefined ? undefined : itemOf(before))) return "conflict";
      if (before !== undefined) this.#delete(key, before);
      return "written";
    });
    this.#wakeStream();
    return outcome;
  }

  async deleteExpired(limit: number): Promise<number> {
    if (this.#declaration.expiry === undefined) return 0;
    const deleted = await this.#ask(() => {
      const keys = this.#database
        .all(this.#sql.expired, this.#clock.now() / 1_000, limit)
        .map((row) => keyRow.parse(row));
      // Read the items, which may be large, only if the stream needs them.
      for (const key of keys) this.#delete(key, this.#stream && this.#stored(key));
      return keys.length;
    });
    this.#wakeStream();
    return deleted;
  }

  #putRow(row: Row, when: Condition | undefined): WriteOutcome {
    if (when === absent) {
      const { item, text, columns } = row;
      if (this.#database.run(this.#sql.create, item.pk, item.sk, text, ...columns) === 0) return "conflict";
      this.#stream?.append(item, undefined, text);
      return "written";
    }
    const before = when === undefined && this.#stream === undefined ? undefined : this.#stored(row.item);
    if (when !== undefined && !conditionHolds(when, before === undefined ? undefined : itemOf(before)))
      return "conflict";
    this.#write(before, row);
    return "written";
  }

  #write(before: string | undefined, { item, text, columns }: Row): void {
    // As on DynamoDB, a write that leaves the item as it is doesn't appear in the stream.
    if (before === text) return;
    // SQLite merges pages where a row is deleted, but not where one shrinks in place.
    if (before !== undefined && text.length < before.length * muchSmaller)
      this.#database.run(this.#sql.remove, item.pk, item.sk);
    this.#database.run(this.#sql.write, item.pk, item.sk, text, ...columns);
    this.#stream?.append(item, before, text);
  }

  #delete(key: Key, before: string | undefined): void {
    this.#database.run(this.#sql.remove, key.pk, key.sk);
    this.#stream?.append(key, before, undefined);
  }

  /** The stored item's text, expired or not, because conditions also apply to expired items. */
  #stored({ pk, sk }: Key): string | undefined {
    const row = this.#database.first(this.#sql.read, pk, sk);
    return row === undefined ? undefined : textRow.parse(row).item;
  }

  #rowOf(item: Item): Row {
    checkItem(item);
    const { expiry, indexes } = this.#declaration;
    const expires = expiry === undefined ? undefined : item[expiry];
    const columns = [
      typeof expires === "number" ? expires : null,
      ...indexes.flatMap(({ partition, sort }) => {
        // DynamoDB checks both index keys, even if one is missing and the index doesn't hold the item.
        const first = indexKey(partition, item[partition], "string", partitionKeyLimit);
        const second = indexKey(sort.attribute, item[sort.attribute], sort.type, sortKeyLimit);
        return first === null || second === null ? [null, null] : [first, second];
      }),
    ];
    return { item, text: textOf(item), columns };
  }

  #wakeStream(): void {
    this.#stream?.wake();
  }
}

/**
 * DynamoDB refuses an item whose index key is empty, too long or of the wrong type. This check finds the mistake before
 * a deployment does.
 */
function indexKey(path: string, value: unknown, type: "string" | "number", limit: number): string | number | null {
  if (value === undefined) return null;
  if (type === "string" && typeof value === "string" && value !== "" && Buffer.byteLength(value) <= limit) return value;
  if (type === "number" && typeof value === "number") return value;
  const expected = type === "number" ? "a number" : `a string of 1 to ${limit} bytes`;
  throw new InvalidInputError("item", [{ path, message: `is an index key and must be ${expected}` }]);
}

function statementsOf({ name, indexes }: TableDeclaration) {
  const table = sqlNames.table(name);
  const columns = [
    "item",
    "expires",
    ...indexes.flatMap((index) => [sqlNames.partition(index.name), sqlNames.sort(index.name)]),
  ];
  const values = columns.map(() => "?").join(", ");
  return {
    create: `INSERT INTO ${table} (pk, sk, ${columns.join(", ")}) VALUES (?, ?, ${values}) ON CONFLICT (pk, sk) DO NOTHING`,
    read: `SELECT item FROM ${table} WHERE pk = ? AND sk = ?`,
    write: `INSERT INTO ${table} (pk, sk, ${columns.join(", ")}) VALUES (?, ?, ${values})
      ON CONFLICT (pk, sk) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`,
    remove: `DELETE FROM ${table} WHERE pk = ? AND sk = ?`,
    expired: `SELECT pk, sk FROM ${table} WHERE expires IS NOT NULL AND expires <= ? ORDER BY expires LIMIT ?`,
  };
}
