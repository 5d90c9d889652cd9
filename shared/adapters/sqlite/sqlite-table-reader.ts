import * as z from "zod";
import { InvalidInputError } from "../../kernel/errors.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type {
  IndexQuery,
  Item,
  Key,
  Page,
  Query,
  Scan,
  Scanned,
  TableReader,
  TableScanner,
} from "../../kernel/ports/table.ts";
import type { TableDeclaration } from "../../kernel/topology.ts";
import type { Database } from "./database.ts";
import { itemOf } from "./item-text.ts";
import { sqlNames } from "./schema.ts";
import { sortKeyRange } from "./sort-key-range.ts";

/**
 * The approximate size in bytes at which a page ends. DynamoDB's pages end at a megabyte, so code that wrongly expects
 * whole results fails on both engines. Pages are smaller here, so that other work runs between them.
 */
const pageBytes = 128 * 1024;

/** How many items one statement of a count reads. The statement takes about a millisecond. */
const countedPerRead = 128;

const row = z.object({ item: z.string() });
const scannedRow = z.object({ pk: z.string(), sk: z.string(), item: z.string().nullable() });
const countedRow = z.object({ pk: z.string(), sk: z.string(), value: z.union([z.string(), z.number()]).nullable() });
const indexRow = z.object({ pk: z.string(), sk: z.string(), indexSort: z.union([z.string(), z.number()]) });

/** Reads a table of the topology from SQLite. Every read is consistent, and only index queries return expired items. */
export class SqliteTableReader implements TableReader, TableScanner {
  readonly #database: Database;
  readonly #declaration: TableDeclaration;
  readonly #clock: Clock;
  readonly #table: string;
  readonly #readOne: string;

  constructor(database: Database, declaration: TableDeclaration, clock: Clock) {
    this.#database = database;
    this.#declaration = declaration;
    this.#clock = clock;
    this.#table = sqlNames.table(declaration.name);
    // The text is composed once, because a new text would have to be hashed for each read.
    this.#readOne = `SELECT item FROM ${this.#table} WHERE pk = ? AND sk = ? AND (expires IS NULL OR expires > ?)`;
  }

  async get(key: Key): Promise<Item | undefined> {
    return this.#database.reads.take(() => this.#read(key));
  }

  async getAll(keys: readonly Key[]): Promise<readonly (Item | undefined)[]> {
    return this.#database.reads.takeEach(keys, (key) => this.#read(key));
  }

  async query(query: Query): Promise<Page> {
    const { conditions, values } = sortKeyRange(query);
    const where = ["pk = ?", ...conditions, "(expires IS NULL OR expires > ?)"].join(" AND ");
    const order = query.descending === true ? "DESC" : "ASC";
    const sql = `SELECT item FROM ${this.#table} WHERE ${where} ORDER BY sk ${order}`;
    return this.#database.reads.take(() => {
      const items: Item[] = [];
      let bytes = 0;
      this.#database.reads.count();
      for (const found of this.#database.each(sql, query.pk, ...values, this.#seconds())) {
        if (items.length === query.limit || bytes > pageBytes) return { items, more: true };
        const { item } = row.parse(found);
        this.#database.reads.count(item);
        items.push(itemOf(item));
        bytes += item.length;
      }
      return { items, more: false };
    });
  }

  /** As on DynamoDB, whose indexes hold only keys, an index query returns expired items until they are deleted. */
  async queryIndex({
    index,
    partition,
    upTo,
    after,
    limit = 1_000,
    descending = false,
  }: IndexQuery): ReturnType<TableReader["queryIndex"]> {
    if (!this.#declaration.indexes.some(({ name }) => name === index)) {
      throw new InvalidInputError("query", [{ path: "index", message: `${this.#declaration.name} has no ${index}` }]);
    }
    const sort = sqlNames.sort(index);
    const conditions = [`${sqlNames.partition(index)} = ?`];
    const values: (string | number)[] = [partition];
    if (upTo !== undefined) {
      conditions.push(`${sort} <= ?`);
      values.push(upTo);
    }
    if (after !== undefined) {
      conditions.push(`(${sort}, pk, sk) ${descending ? "<" : ">"} (?, ?, ?)`);
      values.push(after.indexSort, after.pk, after.sk);
    }
    const order = [sort, "pk", "sk"].map((column) => `${column} ${descending ? "DESC" : "ASC"}`).join(", ");
    const sql = `SELECT pk, sk, ${sort} AS indexSort FROM ${this.#table}
      WHERE ${conditions.join(" AND ")} ORDER BY ${order} LIMIT ?`;
    const rows = await this.#rows(indexRow, sql, [...values, limit + 1]);
    return { items: rows.slice(0, limit), more: rows.length > limit };
  }

  async scan({ where, after = { pk: "", sk: "" }, limit }: Scan): Promise<Scanned> {
    const path = `$.${where.attribute}`;
    const sql = `SELECT pk, sk, CASE WHEN json_type(item, ?) IN ('integer', 'real') AND json_extract(item, ?) >= ?
        AND (expires IS NULL OR expires > ?) THEN item END AS item
      FROM ${this.#table} WHERE (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?`;
    const values = [path, path, where.atLeast, this.#seconds(), after.pk, after.sk, limit];
    const rows = await this.#rows(scannedRow, sql, values);
    const last = rows.length < limit ? undefined : rows.at(-1);
    return {
      items: rows.flatMap(({ item }) => (item === null ? [] : [itemOf(item)])),
      next: last && { pk: last.pk, sk: last.sk },
    };
  }

  /**
   * Counts in slices, because a large table takes seconds. An item that is written during the count may count as it was
   * before.
   */
  async countBy(attribute: string, prefix = ""): Promise<ReadonlyMap<string, number>> {
    const sql = `SELECT pk, sk, CASE WHEN expires IS NULL OR expires > ? THEN json_extract(item, ?) END AS value
      FROM ${this.#table} WHERE (pk, sk) > (?, ?) AND pk < ? ORDER BY pk, sk LIMIT ?`;
    const counts = new Map<string, number>();
    let last: Key | undefined = { pk: prefix, sk: "" };
    while (last !== undefined) {
      const { pk, sk }: Key = last;
      const values: readonly (string | number)[] = [
        this.#seconds(),
        `$.${attribute}`,
        pk,
        sk,
        `${prefix}\u{10ffff}`,
        countedPerRead,
      ];
      const rows: readonly z.infer<typeof countedRow>[] = await this.#rows(countedRow, sql, values);
      for (const { value } of rows) {
        if (value !== null) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
      }
      last = rows.length < countedPerRead ? undefined : rows.at(-1);
    }
    return counts;
  }

  /** Reads in one turn, and counts within it, so that the readers after this one know how much room it left. */
  #rows<T extends object>(
    parser: z.ZodType<T>,
    sql: string,
    values: readonly (string | number)[],
  ): Promise<readonly T[]> {
    const { reads } = this.#database;
    return reads.take(() => {
      reads.count();
      return this.#database.all(sql, ...values).map((found) => {
        const one = parser.parse(found);
        reads.count("item" in one && typeof one.item === "string" ? one.item : "");
        return one;
      });
    });
  }

  #read({ pk, sk }: Key): Item | undefined {
    const found = this.#database.first(this.#readOne, pk, sk, this.#seconds());
    if (found === undefined) {
      this.#database.reads.count();
      return undefined;
    }
    const { item } = row.parse(found);
    this.#database.reads.count(item);
    return itemOf(item);
  }

  #seconds(): number {
    return this.#clock.now() / 1_000;
  }
}
