import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import type {
  Change,
  Condition,
  IndexQuery,
  Item,
  Key,
  Page,
  Put,
  Query,
  Scan,
  Scanned,
  Table,
  TableScanner,
  WriteOutcome,
} from "../../../shared/kernel/ports/table.ts";
import { type TableName, tables } from "../../../shared/kernel/topology.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { StaleIndex } from "../../support/stale-index.ts";
import type { Ground } from "./ground.ts";

type Stored = { readonly before: Item | undefined; readonly after: Item | undefined };

/**
 * A table that is as unreliable as DynamoDB's documentation allows. Its observer sees every write when it takes effect.
 */
export class UnkindTable implements Table, TableScanner {
  readonly memory: MemoryTable;
  readonly #name: TableName;
  readonly #ground: Ground;
  readonly #index: StaleIndex;
  readonly #storedAs: (item: Item) => Item;

  /** `storedAs` changes an item into what another version of the code would have written. */
  constructor(
    name: TableName,
    ground: Ground,
    onChange: (change: Stored) => void,
    storedAs: (item: Item) => Item = (item) => item,
  ) {
    this.#name = name;
    this.#storedAs = storedAs;
    this.#ground = ground;
    this.#index = new StaleIndex(tables[name], ground.clock, () => ground.below(ground.conditions.indexLag + 1));
    this.memory = new MemoryTable(name, {
      pageSize: 20,
      onChange: (change) => {
        this.#lag(change);
        ground.follow(`table ${name}`, change.after === undefined ? "loses" : "holds", change.after ?? change.before);
        onChange(change);
      },
    });
  }

  get(key: Key): Promise<Item | undefined> {
    return this.memory.get(key);
  }

  getAll(keys: readonly Key[]): Promise<readonly (Item | undefined)[]> {
    return this.memory.getAll(keys);
  }

  query(query: Query): Promise<Page> {
    // A page may be shorter than requested although there are more.
    const limit = this.#ground.chance(0.1) ? 1 + this.#ground.below(4) : query.limit;
    return this.memory.query(limit === undefined ? query : { ...query, limit: Math.min(limit, query.limit ?? limit) });
  }

  async queryIndex(query: IndexQuery): Promise<Page<Key & { readonly indexSort: string | number }>> {
    return this.#index.asOfThen(query, await this.memory.queryIndex(query));
  }

  scan(scan: Scan): Promise<Scanned> {
    return this.memory.scan(scan);
  }

  async put(given: readonly Put[]): Promise<readonly WriteOutcome[]> {
    const puts = given.map((put) => ({ ...put, item: this.#storedAs(put.item) }));
    if (puts.length > 1 && this.#ground.strikes("partialPut")) {
      const some = this.#ground.shuffled(puts).slice(0, 1 + this.#ground.below(puts.length - 1));
      await this.memory.put(some);
      this.#ground.trace.note(`table ${this.#name}`, `writes ${some.length} of ${puts.length} puts and fails`);
      throw new EngineUnavailableError(`${puts.length - some.length} puts failed`);
    }
    const outcomes = await this.memory.put(puts);
    return outcomes.map((outcome, at) => this.#answered(outcome, puts[at]?.when));
  }

  async update(change: Change): Promise<WriteOutcome> {
    return this.#answered(await this.memory.update(change), change.when);
  }

  async remove(key: Key, when?: Condition): Promise<WriteOutcome> {
    return this.#answered(await this.memory.remove(key, when), when);
  }

  /** A client that got no response repeats its write, and its own first write makes the condition fail. */
  #answered(outcome: WriteOutcome, when: Condition | undefined): WriteOutcome {
    if (outcome === "conflict" || when === undefined || !this.#ground.strikes("falseConflict")) return outcome;
    this.#ground.trace.note(`table ${this.#name}`, "writes an item, and answers that its condition isn't met");
    return "conflict";
  }

  #lag({ before, after }: Stored): void {
    const key = after ?? before;
    if (key !== undefined && tables[this.#name].indexes.length > 0 && this.#ground.conditions.indexLag > 0)
      this.#index.note(key, before);
  }
}
