import { ContentionError } from "../../kernel/errors.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Put, Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { FolderTree, OwnerOutcome, OwnerRead } from "../../polling/owners/owner-mirror.ts";
import type { QuarantinedRow } from "../../polling/rows/record-sink.ts";
import { fittedItem } from "../fitted-item.ts";
import { type MirrorItem, mirrorItem } from "../mirror-item.ts";
import { folderPartition } from "../mirror-key.ts";
import type { Instances } from "../mirror-ports.ts";
import { storedItem } from "../stored-item.ts";
import { classifyFolder, classifyMissingFolder, type FolderContext, removedFolder } from "./classify-folder.ts";
import { unmovedDocument } from "./write-document.ts";

export type FolderSinkParts = {
  readonly mirror: Pick<Table, "put" | "query">;
  readonly instances: Instances;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "lateReadMargin" | "confirmGap" | "tombstoneRetention">;
};

/** Puts owners' folder lists into the mirror. The list is complete and folders are told apart by id (hazard 46). */
export class FolderSink {
  readonly #parts: FolderSinkParts;

  constructor(parts: FolderSinkParts) {
    this.#parts = parts;
  }

  async observe(tree: FolderTree): Promise<OwnerOutcome> {
    const standing = await this.#standing(tree);
    // Most owners have no folders, now or before.
    if (tree.rows.length === 0 && standing.size === 0) return { outcome: "observed", changed: 0, open: false };
    const context = await this.#contextOf(tree);
    if (context === undefined) return { outcome: "incomplete", reason: "refused" };
    const quarantined: QuarantinedRow[] = [];
    const writes: Put[] = [];
    let changed = 0;
    let open = false;
    for (const row of tree.rows) {
      const item = standing.get(row.id);
      const classification = classifyFolder(item, row, tree, context);
      open ||= classification.classification === "open";
      if (classification.classification !== "touched" && classification.classification !== "changed") continue;
      const put = putOf(item, classification.item);
      if (put === undefined) {
        quarantined.push({ id: row.id, reason: "too_large" });
        continue;
      }
      writes.push(put);
      if (classification.classification === "changed") changed += 1;
    }
    const seen = new Set(tree.rows.map(({ id }) => id));
    for (const item of standing.values()) {
      if (seen.has(item.id) || item.state === "deleted") continue;
      const classification = classifyMissingFolder(item, tree, context);
      open ||= classification.classification !== "changed";
      if (classification.classification !== "touched" && classification.classification !== "changed") continue;
      const put = putOf(item, classification.item);
      if (put !== undefined) writes.push(put);
      if (classification.classification === "changed") changed += 1;
    }
    await this.#write(tree, writes);
    return { outcome: "observed", changed, open, ...(quarantined.length > 0 && { quarantined }) };
  }

  /** The owner is gone. */
  async drop(read: OwnerRead): Promise<number> {
    const context = await this.#contextOf(read);
    if (context === undefined) return 0;
    const left = [...(await this.#standing(read)).values()].filter(({ state }) => state !== "deleted");
    const asRemoved = (item: MirrorItem) => removedFolder(item, { asOf: item.asOf, reason: "cascade" }, context);
    await this.#write(
      read,
      left.flatMap((item) => putOf(item, asRemoved(item)) ?? []),
    );
    return left.length;
  }

  async #standing({ instance, owner }: OwnerRead): Promise<Map<string, MirrorItem>> {
    const standing = new Map<string, MirrorItem>();
    for await (const item of queryAll(this.#parts.mirror, { pk: folderPartition(instance, owner), consistent: true })) {
      standing.set(item.sk, parseStored(mirrorItem, item, `folder ${item.sk}`));
    }
    return standing;
  }

  async #write({ instance, owner }: OwnerRead, puts: readonly Put[]): Promise<void> {
    const outcomes = puts.length === 0 ? [] : await this.#parts.mirror.put(puts);
    if (outcomes.includes("conflict"))
      throw new ContentionError(`folders of ${owner.type} ${owner.id} of ${instance} moved`);
  }

  async #contextOf({ instance: name }: OwnerRead): Promise<FolderContext | undefined> {
    const instance = await this.#parts.instances.find(name);
    const { clock, timings } = this.#parts;
    const { lateReadMargin, confirmGap, tombstoneRetention: retention } = timings;
    if (instance === undefined) return undefined;
    const { seqFloor, registeredAt, connectedAt = registeredAt } = instance;
    return { now: clock.now(), seqFloor, connectedAt, lateReadMargin, confirmGap, retention };
  }
}

/** Undefined where no item can hold it. */
function putOf(previous: MirrorItem | undefined, next: MirrorItem): Put | undefined {
  const item = fittedItem({ ...next, rev: (previous?.rev ?? 0) + 1 });
  return item && { item: storedItem(item), when: unmovedDocument(previous) };
}
