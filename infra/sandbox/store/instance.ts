import * as z from "zod";
import type { Database } from "./database.ts";
import { MaskedIds } from "./masked-ids.ts";
import { type Change, changeSchema, OracleJournal } from "./oracle-journal.ts";
import type { Random } from "./random.ts";
import type { Settings } from "./switches.ts";
import { createTables, type Rows, type TableName, type Tables, tableName } from "./tables.ts";
import { type Clock, type Micros, microsecondClock } from "./time.ts";

/** A write's ticket (the source of new ids) and time are allocated when the write begins, not when it commits. */
export interface Write {
  readonly ticket: number;
  readonly at: Micros;
  readonly actorId: number;
}

export interface Transaction {
  put<Name extends TableName>(table: Name, row: Rows[Name]): void;
  remove(table: TableName, id: number): void;
  record(change: Change): void;
}

type Operation = readonly [table: TableName, id: number, row?: unknown];
const logLine = z.object({
  ticket: z.number(),
  writtenAt: z.number(),
  visibleAt: z.number(),
  operations: z.array(z.tuple([tableName, z.number(), z.unknown().optional()])),
  changes: z.array(changeSchema),
});

export interface InstanceOptions {
  readonly name: string;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: Random;
  readonly database: Database;
}

/** The only way to change the tables is `commit`. */
export class Instance {
  readonly name: string;
  readonly tables: Tables = createTables();
  readonly ids: MaskedIds;
  readonly journal = new OracleJournal();
  readonly database: Database;
  readonly clock: Clock;
  settings: Settings;
  readonly #random: Random;
  readonly #micros: () => Micros;
  readonly #lastUses = new Map<number, number>();
  #lastTicket = 0;
  #isClosed = false;

  constructor(options: InstanceOptions) {
    this.name = options.name;
    this.ids = new MaskedIds(options.name);
    this.settings = options.settings;
    this.clock = options.clock;
    this.database = options.database;
    this.#random = options.random;
    this.#micros = microsecondClock(options.clock);
    for (const line of options.database.lines()) this.#replay(line);
  }

  get isEmpty(): boolean {
    return this.#lastTicket === 0;
  }

  /** A few writes wait here, so that later writes can commit first. */
  async beginWrite(actorId: number, longestDelay = this.settings.lateMilliseconds): Promise<Write> {
    const write = this.startWrite(actorId);
    const { switches, lateShare } = this.settings;
    if (switches.lateCommits && this.#random() < lateShare)
      await this.clock.sleep(Math.ceil(this.#random() * longestDelay));
    return write;
  }

  startWrite(actorId: number, at: Micros = this.#micros()): Write {
    this.#lastTicket += 1;
    return { ticket: this.#lastTicket, at, actorId };
  }

  /** A write that a later write has overtaken reads the clock again, as it would after waiting for a lock. */
  changeTime(write: Write, row: { readonly lastWrite: number }): Micros {
    return row.lastWrite > write.ticket ? this.#micros() : write.at;
  }

  /** Applies `change` as one visible step: in one turn of the event loop, with one line in the log. */
  commit(write: Write, change: (transaction: Transaction) => void): void {
    const operations: Operation[] = [];
    const changes: Change[] = [];
    change({
      put: (table, row) => {
        this.tables[table].put(row);
        operations.push([table, row.id, row]);
      },
      remove: (table, id) => {
        this.tables[table].remove(id);
        operations.push([table, id]);
      },
      record: (recorded) => changes.push(recorded),
    });
    const stamps = { writtenAt: Math.floor(write.at / 1000), visibleAt: this.clock.now() };
    this.journal.append(stamps.writtenAt, stamps.visibleAt, changes);
    this.database.append(() => JSON.stringify({ ticket: this.#lastTicket, ...stamps, operations, changes }));
  }

  /** In unix ms. Kept only in memory. */
  lastUse(credentialId: number): number | undefined {
    return this.#lastUses.get(credentialId);
  }

  noteUse(credentialId: number): void {
    this.#lastUses.set(credentialId, this.clock.now());
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  close(): void {
    this.#isClosed = true;
    this.database.close();
  }

  #replay(text: string): void {
    const line = logLine.parse(JSON.parse(text));
    this.#lastTicket = Math.max(this.#lastTicket, line.ticket);
    for (const [table, id, row] of line.operations) {
      if (row === undefined) this.tables[table].remove(id);
      else this.tables[table].restore(row);
    }
    this.journal.append(line.writtenAt, line.visibleAt, line.changes);
  }
}
