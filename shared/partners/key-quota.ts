import * as z from "zod";
import { parseStored } from "../kernel/parse.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import { absent, type Condition, type Key, type Table } from "../kernel/ports/table.ts";
import { queryAll } from "../kernel/query-all.ts";
import { retryOnConflict } from "../kernel/retry-on-conflict.ts";
import { apiKeyKey, keyPrefix } from "./api-key.ts";
import { partnerPartition } from "./partner-key.ts";

/** A key that takes a place of the quota; `since` (unix ms) is when it took it. */
const place = z.object({ key: z.string(), since: z.int() });
type Place = z.infer<typeof place>;

/** The keys that count (`subscriptions` table, pk `partner#<id>`, sk `key-quota`); some may have been revoked since. */
const quotaItem = z.object({ places: z.array(place), rev: z.int() });

/** Ms in which a key is written after it took its place: longer than any request may take. */
const longestRequest = 60_000;

type Parts = {
  /** The `subscriptions` table. */
  readonly table: Pick<Table, "get" | "getAll" | "put" | "query">;
  readonly clock: Clock;
};

/**
 * Bounds the keys of a partner. A key takes its place by compare-and-set before it is written, so that of several that are made at
 * once no more are made than there are places. Where a process dies in between, the place is free again once none is left.
 */
export class KeyQuota {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes a place for the key `id`; false where the partner has `most` keys. Throws ContentionError. */
  async take(partner: string, id: string, most: number): Promise<boolean> {
    return retryOnConflict(`the keys of ${partner}`, async () => {
      const now = this.#parts.clock.now();
      const stored = await this.#read(partner);
      const counted = stored?.places ?? (await this.#earlierKeys(partner, most));
      const places = counted.length < most ? counted : await this.#standing(partner, counted, now);
      if (places.length >= most) return false;
      return (await this.#write(partner, [...places, { key: id, since: now }], stored?.rev)) ? true : "conflict";
    });
  }

  /** Gives back the place of a key that was revoked. */
  async giveBack(partner: string, id: string): Promise<void> {
    await retryOnConflict(`the keys of ${partner}`, async () => {
      const stored = await this.#read(partner);
      const left = stored?.places.filter(({ key }) => key !== id) ?? [];
      if (stored === undefined || left.length === stored.places.length) return "nothing to give back";
      return (await this.#write(partner, left, stored.rev)) ? "given back" : "conflict";
    });
  }

  async #read(partner: string): Promise<z.infer<typeof quotaItem> | undefined> {
    const item = await this.#parts.table.get(keyOf(partner), { consistent: true });
    return item === undefined ? undefined : parseStored(quotaItem, item, `key quota of ${partner}`);
  }

  async #write(partner: string, places: readonly Place[], rev: number | undefined): Promise<boolean> {
    const when: Condition = rev === undefined ? absent : [{ attribute: "rev", is: "equal", value: rev }];
    const item = { ...keyOf(partner), places: [...places], rev: (rev ?? 0) + 1 };
    const [outcome] = await this.#parts.table.put([{ item, when }]);
    return outcome === "written";
  }

  /** The keys of a partner whose keys weren't counted yet, `most` of them at most. Those that open the portal take no place. */
  async #earlierKeys(partner: string, most: number): Promise<readonly Place[]> {
    const places: Place[] = [];
    const query = { pk: partnerPartition(partner), prefix: keyPrefix, limit: 200, consistent: true };
    for await (const { sk, portal } of queryAll(this.#parts.table, query)) {
      if (portal === undefined) places.push({ key: sk.slice(keyPrefix.length), since: 0 });
      if (places.length >= most) break;
    }
    return places;
  }

  /** The places whose keys are there, or are being written at the moment. */
  async #standing(partner: string, places: readonly Place[], now: number): Promise<readonly Place[]> {
    const keys = places.map(({ key }) => apiKeyKey(partner, key));
    const found = await this.#parts.table.getAll(keys, { consistent: true });
    return places.filter(({ since }, at) => found[at] !== undefined || Math.abs(now - since) < longestRequest);
  }
}

function keyOf(partner: string): Key {
  return { pk: partnerPartition(partner), sk: "key-quota" };
}
