import * as z from "zod";
import { parseStored } from "../kernel/parse.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Randomness } from "../kernel/ports/randomness.ts";
import type { Key, Table } from "../kernel/ports/table.ts";
import { sortableId } from "../kernel/sortable-id.ts";

/**
 * What copies are about to follow: a subscription that is made (`fresh`), changed or removed, a registered instance, or a
 * partner whose instances or status change.
 */
const copyChange = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("subscription"), partner: z.string(), id: z.string(), fresh: z.boolean() }),
  z.object({ kind: z.literal("instance"), name: z.string() }),
  z.object({ kind: z.literal("partner"), partner: z.string() }),
]);
export type ProjectionChange = z.infer<typeof copyChange>;

const intentItem = z.object({ change: copyChange, token: z.string() });

/** A change that was begun; only whoever began it last ends it. */
export type ProjectionIntent = { readonly key: Key; readonly change: ProjectionChange; readonly token: string };

type Parts = {
  /** The `subscriptions` table. */
  readonly table: Pick<Table, "get" | "put" | "remove" | "queryIndex">;
  readonly clock: Clock;
  readonly randomness: Pick<Randomness, "bytes">;
};

/** One partition of the index `due`: there are never many changes under way. */
const intentsDue = "due-copies";

/** Ms after which whoever began a change has died over it: no call of the API may take so long. */
const patience = 60_000;

const perSweep = 100;

/**
 * Changes of subscriptions whose copies don't follow yet (`subscriptions` table, pk `copies`). Noted before the change
 * and crossed out after its copies: what a crash leaves in between is found by the next sweep instead of never.
 */
export class ProjectionIntents {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** To be called after the state to change was read: an earlier one's end then can't cross this one out. */
  async begin(change: ProjectionChange): Promise<ProjectionIntent> {
    const { table, clock, randomness } = this.#parts;
    const now = clock.now();
    const key = keyOf(change);
    const token = sortableId("int", now, randomness);
    await table.put([{ item: { ...key, change, token, due: now + patience, dueShard: intentsDue } }]);
    return { key, change, token };
  }

  async done({ key, token }: ProjectionIntent): Promise<void> {
    await this.#parts.table.remove(key, [{ attribute: "token", is: "equal", value: token }]);
  }

  /** Those that nobody ended. */
  async overdue(): Promise<readonly ProjectionIntent[]> {
    const { table, clock } = this.#parts;
    const query = { index: "due", partition: intentsDue, upTo: clock.now(), limit: perSweep };
    const { items } = await table.queryIndex(query);
    const found = await Promise.all(items.map(({ pk, sk }) => this.#read({ pk, sk })));
    return found.flatMap((intent) => intent ?? []);
  }

  /** Undefined where it has ended: the index may be stale. */
  async #read(key: Key): Promise<ProjectionIntent | undefined> {
    const item = await this.#parts.table.get(key, { consistent: true });
    return item === undefined ? undefined : { key, ...parseStored(intentItem, item, `intent ${key.sk}`) };
  }
}

function keyOf(change: ProjectionChange): Key {
  return { pk: "copies", sk: `${change.kind}#${nameOf(change)}` };
}

function nameOf(change: ProjectionChange): string {
  switch (change.kind) {
    case "subscription":
      return `${change.partner}#${change.id}`;
    case "instance":
      return change.name;
    case "partner":
      return change.partner;
  }
}
