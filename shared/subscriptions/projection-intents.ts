import * as z from "zod";
import type { TableContext } from "../kernel/context.ts";
import { defined } from "../kernel/defined.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Key } from "../kernel/ports/table.ts";
import { sortableId } from "../kernel/sortable-id.ts";

/**
 * `fresh`: the subscription is new. `instance`: an instance is registered or updated. `partner`: a partner changes, for
 * example its instances or its status.
 */
const projectionChange = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("subscription"), partner: z.string(), id: z.string(), fresh: z.boolean() }),
  z.object({ kind: z.literal("instance"), name: z.string() }),
  z.object({ kind: z.literal("partner"), partner: z.string() }),
]);
export type ProjectionChange = z.infer<typeof projectionChange>;

/** `after`: the last partner (for an instance) or subscription (for a partner) that was done when time ran out. */
const intentItem = z.object({ change: projectionChange, token: z.string(), after: z.string().exactOptional() });

/** Each call of `begin` writes a new `token`, so the end of an earlier change can't remove a later intent. */
export type ProjectionIntent = { readonly key: Key } & z.infer<typeof intentItem>;

/** The part of a change that is left to do: all of it, or everything after `after`. */
export type Unfinished = { readonly after: string | undefined };

/** All intents share one partition of the `due` index, because few changes run at a time. */
const intentsDue = "due-copies";

/**
 * After this time (ms), no Lambda function still works on a change: those that begin or repair changes have a timeout
 * of at most a minute.
 */
const patience = 60_000;

const perSweep = 100;

/**
 * Changes that the projection might not reflect yet (`subscriptions` table, pk `copies`). An intent is written before
 * the change and removed after the change is projected, so if a process dies in between, a sweep completes the change.
 * Without intents, fan-out would use the old projection until the next change to the subscription.
 */
export class ProjectionIntents {
  readonly #parts: TableContext;

  constructor(parts: TableContext) {
    this.#parts = parts;
  }

  /**
   * Before you call this, read the state that you will change. If another change then replaces this intent and ends,
   * that change was written after your read, so your conditional write fails and needs no intent.
   */
  async begin(change: ProjectionChange): Promise<ProjectionIntent> {
    const { table, clock, randomness } = this.#parts;
    const now = clock.now();
    const key = keyOf(change);
    const token = sortableId("int", now, randomness);
    await table.put([{ item: { ...key, change, token, due: now + patience, dueShard: intentsDue } }]);
    return { key, change, token };
  }

  /** Ends a change, unless another change to the same subscription, instance or partner has begun since. */
  async done({ key, token }: ProjectionIntent): Promise<void> {
    await this.#parts.table.remove(key, [{ attribute: "token", is: "equal", value: token }]);
  }

  /**
   * The next sweep resumes the change after handling the intents that are already overdue. If the change has begun
   * again in the meantime, the newer intent stays as it is.
   */
  async putOff({ key, token }: ProjectionIntent, { after }: Unfinished): Promise<void> {
    const { table, clock } = this.#parts;
    await table.update({
      key,
      set: { due: clock.now(), ...defined({ after }) },
      when: [{ attribute: "token", is: "equal", value: token }],
    });
  }

  /**
   * Intents that a sweep or a request put off, and intents that began at least a minute ago, so that no process is
   * still working on them.
   */
  async overdue(): Promise<readonly ProjectionIntent[]> {
    const { table, clock } = this.#parts;
    const query = { index: "due", partition: intentsDue, upTo: clock.now(), limit: perSweep };
    const { items } = await table.queryIndex(query);
    const found = await Promise.all(items.map(({ pk, sk }) => this.#read({ pk, sk })));
    return found.flatMap((intent) => intent ?? []);
  }

  /** A stale index may list an intent that has ended. */
  async #read(key: Key): Promise<ProjectionIntent | undefined> {
    const item = await this.#parts.table.get(key);
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
