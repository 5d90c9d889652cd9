import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { parseJson, parseStored } from "../../../shared/kernel/parse.ts";
import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import type { KeyWrapper } from "../../../shared/kernel/ports/key-wrapper.ts";
import { longestDelaySeconds, type QueueSender } from "../../../shared/kernel/ports/queue.ts";
import type { Item, Key, Table, TableWriter } from "../../../shared/kernel/ports/table.ts";
import { type QueueName, queues, type TableName } from "../../../shared/kernel/topology.ts";
import { hasChangeLog } from "../../../shared/mirror/mirror-item.ts";
import type { StoreContents, StoredMessage, UnpublishedChange } from "../sqlite-engine.ts";
import { isInstance, raisedSeqFloor } from "./seq-floors.ts";

export type ImportTarget = {
  table(name: TableName): Table;
  queue(name: QueueName): QueueSender;
  readonly keys: KeyWrapper;
  readonly clock: Clock;
};

export type ImportParts = {
  readonly source: StoreContents;
  /** Unwraps the source's data keys; the target's key wraps them again. */
  readonly sourceKeys: KeyWrapper;
  readonly target: ImportTarget;
  readonly progress: ImportProgress;
  /** Called after each page with the kind of items and the number moved. */
  readonly report: (what: string, moved: number) => void;
};

const pageSize = 100;
const dataKeyItem = z.object({ wrapped: z.base64() });

type Step = { readonly what: string; readonly page: (after: Key | number | undefined) => Promise<Page> };
type Page = { readonly moved: number; readonly next: Key | number | undefined };

/**
 * Copies a store's contents to another bridge, page by page, and continues an interrupted import. The instances come
 * after all other items, and the queues' messages come last. Until the instances are copied, the new bridge polls
 * nothing, but may send waiting deliveries. Throws the errors of the target's engine.
 */
export async function importStore(parts: ImportParts): Promise<void> {
  const { progress, report } = parts;
  const steps = stepsOf(parts);
  let { step, after } = progress.load() ?? { step: 0 };
  for (; step < steps.length; step += 1, after = undefined) {
    const current = steps[step];
    if (current === undefined) break;
    let moved = 0;
    for (;;) {
      const page = await current.page(after);
      moved += page.moved;
      report(current.what, moved);
      if (page.next === undefined) break;
      after = page.next;
      progress.save({ step, after });
    }
    progress.save({ step: step + 1 });
  }
}

function stepsOf(parts: ImportParts): readonly Step[] {
  const { source, target } = parts;
  const now = target.clock.now();
  const copy = (table: TableName, what: string, wanted: (item: Item) => boolean = () => true): Step => ({
    what,
    page: async (after) => {
      const items = source.items(table, keyIn(after), pageSize);
      const puts: { item: Item }[] = [];
      for (const item of items) {
        if (isAlive(item, now) && wanted(item)) puts.push({ item: await adapted(item, table, parts, now) });
      }
      await target.table(table).put(puts);
      return { moved: puts.length, next: lastOf(items) };
    },
  });
  const settledMirror: Step = {
    what: "last known states",
    page: async (after) => {
      const items = source.items("mirror", keyIn(after), pageSize);
      const settled = items.filter((item) => isAlive(item, now) && !source.isUnpublished(item));
      await putQuietly(target.table("mirror"), settled);
      return { moved: settled.length, next: lastOf(items) };
    },
  };
  const changes: Step = {
    what: "unpublished changes",
    page: async (after) => {
      const [key] = source.unpublishedKeys(keyIn(after), 1);
      if (key === undefined) return { moved: 0, next: undefined };
      const records = source.unpublishedChanges(key);
      await replayChanges(target.table("mirror"), key, records, source.item("mirror", key));
      return { moved: records.length, next: key };
    },
  };
  return [
    copy("events", "events"),
    copy("deliveries", "deliveries"),
    settledMirror,
    copy("feeds", "feeds"),
    copy("subscriptions", "subscriptions, partners and secrets", (item) => !isInstance(item)),
    changes,
    copy("subscriptions", "instances", isInstance),
    ...waitingQueues.flatMap((queue) => [
      moveMessages(queue, (after) => source.messages(queue, after, pageSize), target),
      moveMessages(queue, (after) => source.deadLetters(queue, after, pageSize), target),
    ]),
  ];
}

/** The messages of `ticks` belong to a past minute. The new bridge's clock sends its own. */
const waitingQueues = Object.values(queues)
  .map(({ name }) => name)
  .filter((name) => name !== "ticks");

function moveMessages(queue: QueueName, read: (after: number) => readonly StoredMessage[], target: ImportTarget): Step {
  return {
    what: `messages of ${queue}`,
    page: async (after) => {
      const messages = read(typeof after === "number" ? after : 0);
      await target.queue(queue).send(
        messages.map(({ group, body, readyAt }) => {
          const seconds = Math.ceil(((readyAt ?? 0) - target.clock.now()) / 1_000);
          const delaySeconds = Math.min(longestDelaySeconds, Math.max(0, seconds));
          return { body, ...(group === "" ? {} : { group }), ...(delaySeconds === 0 ? {} : { delaySeconds }) };
        }),
      );
      return { moved: messages.length, next: messages.at(-1)?.id };
    },
  };
}

/**
 * Wraps data keys with the target's key, and raises each instance's `seqFloor` above every `seq` that the source can
 * have published.
 */
async function adapted(item: Item, table: TableName, parts: ImportParts, now: number): Promise<Item> {
  if (table !== "subscriptions") return item;
  if (isInstance(item)) return raisedSeqFloor(item, now);
  if (item.sk !== "datakey") return item;
  const { wrapped } = parseStored(dataKeyItem, item, `data key of ${item.pk}`);
  const dataKey = await parts.sourceKeys.unwrap(Buffer.from(wrapped, "base64"), item.pk);
  return { ...item, wrapped: Buffer.from(await parts.target.keys.wrap(dataKey, item.pk)).toString("base64") };
}

function isAlive({ expiresAt }: Item, now: number): boolean {
  return typeof expiresAt !== "number" || expiresAt * 1_000 > now;
}

function keyIn(after: Key | number | undefined): Key | undefined {
  return typeof after === "object" ? after : undefined;
}

function lastOf(items: readonly Item[]): Key | undefined {
  const last = items.at(-1);
  return last && { pk: last.pk, sk: last.sk };
}

const stand = z.object({
  /** Counted from 0. */
  step: z.int(),
  /** The last item that the current step has moved. */
  after: z.union([z.object({ pk: z.string(), sk: z.string() }), z.int()]).optional(),
});
export type ImportStand = z.infer<typeof stand>;

/** Kept in a file, so that a later try resumes where this try stopped. */
export type ImportProgress = { load(): ImportStand | undefined; save(stand: ImportStand): void };

export function progressFile(path: string): ImportProgress {
  return {
    load: () => (existsSync(path) ? parseJson(stand, readFileSync(path, "utf8"), path) : undefined),
    save: (reached) => {
      // A half-written file would block the import forever, so a new file is written and renamed.
      writeFileSync(`${path}.new`, JSON.stringify(reached), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}

/**
 * Writes mirror items so that no events follow. Each entry of the change log with a `seq` above the previous image's
 * becomes an event. So an item with a change log is written first with an empty log and then, at the same `seq`, with
 * its own log.
 */
export async function putQuietly(mirror: TableWriter, items: readonly Item[]): Promise<void> {
  const quiet = items.filter(hasChangeLog).map((item) => ({ item: withoutChangeLog(item) }));
  await mirror.put(quiet);
  await mirror.put(items.map((item) => ({ item })));
}

/** The change log has had two names. */
function withoutChangeLog(item: Item): Item {
  return { ...item, ...("changeLog" in item ? { changeLog: [] } : {}), ...("told" in item ? { told: [] } : {}) };
}

/**
 * Repeats the changes of an item, so that the target's change stream shows the same images and the same events follow.
 * If an import is interrupted and repeats them again, the same events follow with the same ids.
 */
export async function replayChanges(
  mirror: TableWriter,
  key: Key,
  changes: readonly UnpublishedChange[],
  current: Item | undefined,
): Promise<void> {
  let image: Item | undefined;
  for (const { before, after } of changes) {
    // Published changes may lie between two unpublished ones.
    if (before !== undefined && !isSame(before, image)) await putQuietly(mirror, [before]);
    if (after === undefined) await mirror.remove(key);
    else await mirror.put([{ item: after }]);
    image = after;
  }
  if (isSame(current, image)) return;
  if (current === undefined) await mirror.remove(key);
  else await putQuietly(mirror, [current]);
}

function isSame(one: Item | undefined, other: Item | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
