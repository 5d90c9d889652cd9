import * as z from "zod";
import type { TableContext } from "../kernel/context.ts";
import { parseStored } from "../kernel/parse.ts";
import { absent, type Condition, type Key } from "../kernel/ports/table.ts";
import { retryOnConflict } from "../kernel/retry-on-conflict.ts";
import { partnerPartition } from "./partner-key.ts";

/** The item that counts a partner's `what`. */
export function quotaKey(partner: string, what: "keys" | "portal-links" | "subscriptions"): Key {
  return { pk: partnerPartition(partner), sk: `quota#${what}` };
}

export type Quota = {
  /** The item that keeps the count. */
  readonly key: Key;
  readonly most: number;
  /** The ids of all rows that count, read consistently. */
  readonly ids: () => AsyncIterable<string>;
};

/**
 * An attribute `making#<id>` marks a row that is being created. Its value is the time (unix ms) until which the creator
 * may write the row. `total` includes the marked rows. `takes` rises with each row that is begun, `recounts` with each
 * recount.
 */
const countItem = z.looseObject({ total: z.int(), takes: z.int(), recounts: z.int(), countedAt: z.int() });
type Count = z.infer<typeof countItem> & { readonly marks: ReadonlyMap<string, number> };

/**
 * How long (ms) a count is trusted. An earlier release doesn't update the count, and may have changed the rows since
 * the last recount.
 */
const trustedFor = 3_600_000;

/** The shortest time (ms) between two recounts for a partner at its quota. */
const recountEvery = 60_000;

/** How long (ms) a mark lasts: longer than any request takes. */
const markLife = 60_000;

const markPrefix = "making#";

/**
 * A conditional write raises the count before a row is created, and another lowers it after a row is removed. So the
 * count is never lower than the number of rows. If a process dies between changing the count and changing the row, the
 * count stays too high. The next creation that would be refused then recounts the rows, at most once a minute.
 */
export class QuotaCounter {
  readonly #parts: TableContext;

  constructor(parts: TableContext) {
    this.#parts = parts;
  }

  /** `make` writes the row `id`. Throws whatever `make` throws, and ContentionError after too many conflicts. */
  async within<T>(quota: Quota, id: string, make: () => Promise<T>): Promise<T | "quotaExceeded"> {
    if (!(await this.#take(quota, id))) return "quotaExceeded";
    const made = await make();
    const when: Condition = [{ attribute: markOf(id), is: "present" }];
    try {
      await this.#parts.table.update({ key: quota.key, remove: [markOf(id)], when });
    } catch {
      // The row exists, and a recount removes the mark once `markLife` has passed.
    }
    return made;
  }

  /** `remove` says whether it removed the row. If two calls remove the same row, only one of them may say so. */
  async givingBack(key: Key, remove: () => Promise<boolean>): Promise<boolean> {
    const before = await this.#read(key);
    const isRemoved = await remove();
    if (before !== undefined && isRemoved) {
      // If the rows were recounted since `before` was read, the recount may or may not have seen this row. The count
      // then isn't lowered, so it may be too high.
      const when: Condition = [{ attribute: "recounts", is: "equal", value: before.recounts }];
      await this.#parts.table.update({ key, add: { total: -1 }, when });
    }
    return isRemoved;
  }

  async #take(quota: Quota, id: string): Promise<boolean> {
    const { table, clock } = this.#parts;
    const { key, most } = quota;
    return retryOnConflict(`the count ${key.sk} of ${key.pk}`, async () => {
      const now = clock.now();
      const taken = await table.update({
        key,
        add: { total: 1, takes: 1 },
        set: { [markOf(id)]: now + markLife },
        when: [
          { attribute: "countedAt", is: "above", value: now - trustedFor },
          { attribute: "total", is: "absentOrAtMost", value: most - 1 },
          { attribute: markOf(id), is: "absent" },
        ],
      });
      if (taken === "written") return true;
      const count = await this.#read(key);
      // The engine may have repeated a write that had already succeeded.
      if (count?.marks.has(id)) return true;
      const isRecent = count !== undefined && Math.abs(now - count.countedAt) < recountEvery;
      if (isRecent && count.total >= most) return false;
      if (!isRecent) await this.#recount(quota, count);
      return "conflict";
    });
  }

  /** Counts the rows again, unless another worker has recounted them or begun a row since `before` was read. */
  async #recount({ key, ids }: Quota, before: Count | undefined): Promise<void> {
    const { table, clock } = this.#parts;
    const now = clock.now();
    const marks = [...(before?.marks ?? [])];
    const live = new Set(marks.filter(([, until]) => until > now && until <= now + markLife).map(([id]) => id));
    let total = live.size;
    for await (const id of ids()) if (!live.has(id)) total += 1;
    if (before === undefined) {
      await table.put([{ item: { ...key, total, takes: 0, recounts: 0, countedAt: now }, when: absent }]);
      return;
    }
    await table.update({
      key,
      set: { total, countedAt: now },
      add: { recounts: 1 },
      remove: marks.flatMap(([id]) => (live.has(id) ? [] : [markOf(id)])),
      when: [
        { attribute: "takes", is: "equal", value: before.takes },
        { attribute: "recounts", is: "equal", value: before.recounts },
      ],
    });
  }

  async #read(key: Key): Promise<Count | undefined> {
    const item = await this.#parts.table.get(key);
    if (item === undefined) return undefined;
    const count = parseStored(countItem, item, `the count ${key.sk} of ${key.pk}`);
    const marks = Object.entries(count).flatMap(([name, until]) =>
      name.startsWith(markPrefix) && typeof until === "number" ? [[name.slice(markPrefix.length), until] as const] : [],
    );
    return { ...count, marks: new Map(marks) };
  }
}

function markOf(id: string): string {
  return `${markPrefix}${id}`;
}
