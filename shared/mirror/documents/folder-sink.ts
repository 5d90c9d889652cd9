import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Put, Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { FolderTree, OwnerOutcome, OwnerRead, WeighFolders } from "../../polling/owners/owner-mirror.ts";
import { removalReason } from "../../polling/removals/removal-proof.ts";
import type { QuarantinedRow } from "../../polling/rows/record-sink.ts";
import { type MirrorItem, mirrorItem } from "../mirror-item.ts";
import { folderPartition } from "../mirror-key.ts";
import type { Instances } from "../mirror-ports.ts";
import { emptyRound, observeRows, type Round } from "../observe-rows.ts";
import { putOf } from "../write-item.ts";
import { addedSinceConnection } from "./added-since-connection.ts";
import { classifyFolder, type FolderContext, type FolderObservation, removedFolder } from "./classify-folder.ts";
import { outcomeOf } from "./document-sink.ts";

export type FolderSinkParts = {
  readonly mirror: Pick<Table, "put" | "query">;
  readonly instances: Instances;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "lateReadMargin" | "confirmGap" | "tombstoneRetention">;
};

/** Puts owners' folder lists into the mirror. A list is complete, and its folders are compared by id (hazard 46). */
export class FolderSink {
  readonly #parts: FolderSinkParts;

  constructor(parts: FolderSinkParts) {
    this.#parts = parts;
  }

  /** Throws a ContentionError when other workers keep changing the folders; the list is then read again. */
  async observe(tree: FolderTree, weigh: WeighFolders): Promise<OwnerOutcome> {
    const standing = await this.#standing(tree);
    const missing = [...standing.values()].filter(({ id, state }) => !tree.shown.has(id) && state !== "deleted");
    const verdict = await weigh(missing.map(({ id, missingAt }) => ({ id, missingAt })));
    const listed = tree.rows.map((row): FolderObservation => ({ id: row.id, row }));
    const observations = [...listed, ...missing.map(({ id }): FolderObservation => ({ id, row: undefined }))];
    let items = standing;
    const observed = await observeRows(`folders of ${nameOf(tree)}`, observations, async (left) => {
      const round = await this.#round(tree, left, items, verdict);
      if (round.conflicts.length > 0) items = await this.#standing(tree);
      return round;
    });
    return outcomeOf(observed);
  }

  /** Records the folders of an owner that is gone as removed with it; gives how many there were. */
  async drop(read: OwnerRead): Promise<number> {
    const context = await this.#contextOf(read);
    if (context === undefined) return 0;
    const left = [...(await this.#standing(read)).values()];
    const observed = await observeRows(`folders of ${nameOf(read)}`, left, (items) => this.#drop(read, items, context));
    return observed.outcome === "observed" ? observed.changed : 0;
  }

  async #round(
    tree: FolderTree,
    observations: readonly FolderObservation[],
    standing: ReadonlyMap<string, MirrorItem>,
    verdict: Awaited<ReturnType<WeighFolders>>,
  ): Promise<Round<FolderObservation>> {
    const known = await this.#contextOf(tree);
    if (known === undefined) return { ...emptyRound, incomplete: "refused" };
    const context = { ...known, ...verdict, added: addedSinceConnection(tree, standing, known) };
    const quarantined: QuarantinedRow[] = [];
    const writes: { readonly observation: FolderObservation; readonly put: Put; readonly rises: boolean }[] = [];
    let open = false;
    for (const observation of observations) {
      const { id, row } = observation;
      const item = standing.get(id);
      const classified = classifyFolder(item, row, tree, context);
      // What is missing for the first time waits for another list, though something is written now.
      open ||= classified.classification === "open" || (row === undefined && classified.classification === "touched");
      if (classified.classification !== "touched" && classified.classification !== "changed") continue;
      const put = putOf(item, classified.item);
      if (typeof put === "string") quarantined.push({ id, reason: put });
      else writes.push({ observation, put, rises: classified.classification === "changed" });
    }
    const outcomes = writes.length === 0 ? [] : await this.#parts.mirror.put(writes.map(({ put }) => put));
    return {
      ...emptyRound,
      changed: writes.filter(({ rises }, position) => rises && outcomes[position] === "written").length,
      conflicts: writes.flatMap(({ observation }, position) => (outcomes[position] === "conflict" ? observation : [])),
      quarantined,
      open,
    };
  }

  async #drop(read: OwnerRead, items: readonly MirrorItem[], context: FolderContext): Promise<Round<MirrorItem>> {
    const reason = removalReason({ cascade: read.owner.subOwner !== "phase", recorded: false });
    const puts = items
      .filter(({ state }) => state !== "deleted")
      .map((item) => putOf(item, removedFolder(item, { asOf: item.asOf, reason }, context)))
      .filter((put) => typeof put !== "string");
    const outcomes = puts.length === 0 ? [] : await this.#parts.mirror.put(puts);
    const changed = outcomes.filter((outcome) => outcome === "written").length;
    const conflicts = outcomes.includes("conflict") ? [...(await this.#standing(read)).values()] : [];
    return { ...emptyRound, changed, conflicts };
  }

  async #standing({ instance, owner }: OwnerRead): Promise<Map<string, MirrorItem>> {
    const standing = new Map<string, MirrorItem>();
    for await (const item of queryAll(this.#parts.mirror, { pk: folderPartition(instance, owner), consistent: true })) {
      const folder = parseStored(mirrorItem, item, `folder ${item.sk}`);
      standing.set(folder.id, folder);
    }
    return standing;
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

const nameOf = ({ instance, owner }: OwnerRead): string => `${owner.type} ${owner.id} of ${instance}`;
