import * as z from "zod";
import { idInKey } from "../../kernel/hash.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import { parseStored } from "../../kernel/parse.ts";
import {
  absent,
  absentOrExpired,
  type Condition,
  type Key,
  type Put,
  present,
  type Table,
} from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";

/** Losses noted by an earlier version have no `id`. Their keys end with the id, or with the beginning of a long one. */
const lossItem = z.object({
  source: z.string(),
  at: z.int(),
  id: z.string().exactOptional(),
  expiresAt: z.int().exactOptional(),
});
const knownItem = z.object({ source: z.string(), known: z.int() });
/** `uncounted`: the difference that isn't in the resource's total yet; `at`: when it was noted (unix ms). */
const partItem = knownItem.extend({ uncounted: z.int().exactOptional(), at: z.int().exactOptional() });
const waitItem = z.object({ feedId: z.string() });

/** Removals of one resource that wait for a decision. */
export const removalHold = z.object({
  source: z.string(),
  /** When the hold began (unix ms). */
  since: z.int(),
  /** How many records of all the instance's resources were missing, and how many were known, when the hold began. */
  missing: z.int(),
  known: z.int(),
  decision: z.enum(["approved", "dismissed"]).optional(),
  /** The decision is about what was missing by this time (unix ms). */
  decidedAt: z.int().optional(),
});
export type RemovalHold = z.infer<typeof removalHold>;

/** How long (s) losses are stored. They are counted for a day, and then wait for the table to delete them. */
const lossSeconds = 25 * 3_600;
/** A loss that expires within this time (s) is renewed while its record is missing: an operator may be deciding. */
const renewedSeconds = 12 * 3_600;
/**
 * How long (s) a feed keeps a hold open. Each owner normally has its turn within two days, so a feed that hasn't acted
 * after three is probably gone.
 */
const waitSeconds = 3 * 24 * 3_600;
/** The longest time (ms) that a visit's worker can run. */
const longestVisit = 15 * 60_000;

/**
 * Stores what is missing and what is held for each instance (`feeds` table, pk `<instance>#removals`):
 * `loss#<resource>#<id>`, `known#<resource>`, `hold#<resource>`, and `wait#<resource>#<feed id>` for each feed whose
 * part of the removals is held. If many feeds read a resource, each feed's part of the known records is stored with the
 * feed (pk `<feed id>`, sk `known#<resource>`).
 */
export class RemovalLedger {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  /**
   * A record that is still missing keeps the time of its first loss. If held losses were counted again each day, all
   * later removals would also be held. Each pass of a feed names all its missing records, so the stored losses are read
   * first: a read is cheaper than a refused write.
   */
  async note(instance: string, source: string, ids: readonly string[], at: number): Promise<void> {
    const now = Math.floor(at / 1_000);
    const keys = [...new Set(ids)].map((id) => ({ id, ...keyOf(instance, `${lossesOf(source)}${idInKey(id)}`) }));
    if (keys.length === 0) return;
    const standing = await this.#table.getAll(keys.map(({ pk, sk }) => ({ pk, sk })));
    const puts = keys.flatMap(({ id, ...key }, position): Put[] => {
      const item = standing[position];
      const known = item && parseStored(lossItem, item, item.sk);
      // A loss that was noted while our clock was ahead would count for longer than a day, so its time is corrected.
      const isSettled = known !== undefined && known.at <= at && (known.expiresAt ?? 0) >= now + renewedSeconds;
      if (isSettled) return [];
      const loss = { ...key, source, id, at: Math.min(known?.at ?? at, at), expiresAt: now + lossSeconds };
      return [{ item: loss, ...(known === undefined && { when: absentOrExpired(at) }) }];
    });
    if (puts.length > 0) await this.#table.put(puts);
  }

  async setKnown(instance: string, source: string, known: number): Promise<void> {
    await this.#table.put([{ item: { ...keyOf(instance, `known#${source}`), source, known } }]);
  }

  /**
   * If a worker dies between noting the part and adding the difference to the resource's total, a later visit to the
   * feed adds the difference. `at`: unix ms.
   */
  async setKnownPart(instance: string, source: string, feedId: string, known: number, at: number): Promise<void> {
    const key = { pk: feedId, sk: `known#${source}` };
    const item = await this.#table.get(key);
    const before = item && parseStored(partItem, item, item.sk);
    if (before?.uncounted !== undefined) {
      // The worker that noted the difference may still be adding it.
      if (isRecent(before.at ?? 0, longestVisit, at)) return;
      await this.#addToTotal(instance, key, before);
    }
    if (before?.known === known) return;
    const uncounted = known - (before?.known ?? 0);
    const part = { source, known, uncounted, at: Math.max(at, (before?.at ?? 0) + 1) };
    const when: Condition = before === undefined ? absent : [{ attribute: "known", is: "equal", value: before.known }];
    const [outcome] = await this.#table.put([{ item: { ...key, ...part }, when }]);
    if (outcome === "written") await this.#addToTotal(instance, key, part);
  }

  /**
   * Until the part shows the difference as counted, the total has a mark with the part's time, so that no other worker
   * adds the difference again.
   */
  async #addToTotal(
    instance: string,
    key: Key,
    { source, known, uncounted = 0, at = 0 }: z.infer<typeof partItem>,
  ): Promise<void> {
    const total = keyOf(instance, `known#${source}`);
    const mark = `added#${key.pk}`;
    await this.#table.update({
      key: total,
      set: { source, [mark]: at },
      add: { known: uncounted },
      // A mark of an earlier difference may be left over.
      when: [{ attribute: mark, is: "absentOrAtMost", value: at - 1 }],
    });
    await this.#table.put([{ item: { ...key, source, known, at } }]);
    await this.#table.update({ key: total, remove: [mark], when: [{ attribute: mark, is: "equal", value: at }] });
  }

  /** `after`: unix ms. */
  async losses(instance: string, after: number): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for await (const item of this.#all(instance, "loss#")) {
      const { source, at } = parseStored(lossItem, item, item.sk);
      if (at > after) counts.set(source, (counts.get(source) ?? 0) + 1);
    }
    return counts;
  }

  async sample(instance: string, source: string, limit: number): Promise<readonly string[]> {
    const prefix = lossesOf(source);
    const { items } = await this.#table.query({ pk: partitionOf(instance), prefix, limit });
    return items.map((item) => parseStored(lossItem, item, item.sk).id ?? item.sk.slice(prefix.length));
  }

  async knownBySource(instance: string): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for await (const item of this.#all(instance, "known#")) {
      const { source, known } = parseStored(knownItem, item, item.sk);
      counts.set(source, known);
    }
    return counts;
  }

  async hold(instance: string, source: string): Promise<RemovalHold | undefined> {
    const item = await this.#table.get(holdKey(instance, source));
    return item && parseStored(removalHold, item, item.sk);
  }

  async holds(instance: string): Promise<readonly RemovalHold[]> {
    const found: RemovalHold[] = [];
    for await (const item of this.#all(instance, "hold#")) found.push(parseStored(removalHold, item, item.sk));
    return found;
  }

  /** Returns the open hold, or opens one. */
  async open(
    instance: string,
    source: string,
    hold: Omit<RemovalHold, "source" | "decision" | "decidedAt">,
  ): Promise<RemovalHold> {
    const opened = { source, ...hold };
    const [outcome] = await this.#table.put([{ item: { ...holdKey(instance, source), ...opened }, when: absent }]);
    return outcome === "written" ? opened : ((await this.hold(instance, source)) ?? opened);
  }

  /** The latest decision counts until a feed acts on it. `decidedAt`: unix ms. */
  async decide(
    instance: string,
    source: string,
    decision: NonNullable<RemovalHold["decision"]>,
    decidedAt: number,
  ): Promise<"decided" | "notFound"> {
    const set = { decision, decidedAt };
    const outcome = await this.#table.update({ key: holdKey(instance, source), set, when: present });
    return outcome === "written" ? "decided" : "notFound";
  }

  /** `at`: unix ms. */
  async noteWaiting(instance: string, source: string, feedId: string, at: number): Promise<void> {
    const expiresAt = Math.floor(at / 1_000) + waitSeconds;
    await this.#table.put([{ item: { ...waitKey(instance, source, feedId), feedId, expiresAt } }]);
  }

  async noteDone(instance: string, source: string, feedId: string): Promise<void> {
    await this.#table.remove(waitKey(instance, source, feedId));
  }

  async waiting(instance: string, source: string): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const item of this.#all(instance, `wait#${source}#`))
      found.push(parseStored(waitItem, item, item.sk).feedId);
    return found;
  }

  /**
   * Removes the losses before the hold. A crash in between can then leave a hold without losses, which a later call
   * closes. It can't leave losses without their hold.
   */
  async close(instance: string, source: string): Promise<void> {
    for await (const { pk, sk } of this.#all(instance, lossesOf(source))) await this.#table.remove({ pk, sk });
    await this.#table.remove(holdKey(instance, source));
  }

  #all(instance: string, prefix: string) {
    return queryAll(this.#table, { pk: partitionOf(instance), prefix });
  }
}

const partitionOf = (instance: string): string => `${instance}#removals`;
const keyOf = (instance: string, sk: string): Key => ({ pk: partitionOf(instance), sk });
const lossesOf = (source: string): string => `loss#${source}#`;
const holdKey = (instance: string, source: string): Key => keyOf(instance, `hold#${source}`);
const waitKey = (instance: string, source: string, feedId: string): Key =>
  keyOf(instance, `wait#${source}#${idInKey(feedId)}`);
