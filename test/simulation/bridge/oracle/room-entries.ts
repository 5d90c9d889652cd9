import * as z from "zod";
import { documentChange } from "../../../../infra/sandbox/documents/document-changes.ts";
import type { Instance as SourceInstance } from "../../../../infra/sandbox/store/instance.ts";
import type { DocumentChangeRow } from "../../../../infra/sandbox/store/rows.ts";
import type { CompletenessAnswer } from "../../../../shared/api/completeness/completeness-schemas.ts";
import { canonicalJson } from "../../../../shared/kernel/canonical-json.ts";
import { unixMs } from "../../../../shared/kernel/instant.ts";
import { jsonObject } from "../../../../shared/kernel/json.ts";
import { journalPartition } from "../../../../shared/mirror/mirror-key.ts";
import { watchWrites } from "../watch-writes.ts";
import { isKept } from "./journal-checkpoints.ts";
import type { Watched } from "./watched.ts";

const roomFeed = z.object({
  instance: z.string(),
  kind: z.literal("room"),
  status: z.literal("parked"),
  owner: z.object({ id: z.string() }),
});

/** An entry of a room's change feed, which the source shows from `visibleAt` (unix ms) on. */
type Entry = {
  readonly room: string;
  readonly text: string;
  readonly changedAt: number;
  readonly visibleAt: number;
};

/**
 * Knows what the change feeds of rooms show, and since when. A statement leaves out the rooms that the bridge last found
 * unreachable.
 */
export class RoomEntries {
  readonly #world: Watched;
  readonly #entries = new Map<string, Entry[]>();
  /** How many entries the answers covered. */
  covered = 0;

  constructor(world: Watched) {
    this.#world = world;
    for (const source of world.sandbox.instances.values()) this.#watch(source);
  }

  #watch(source: SourceInstance): void {
    const entries: Entry[] = [];
    this.#entries.set(source.name, entries);
    watchWrites(source, ({ table, row }) => () => {
      const entry = table === "documentChange" ? source.tables.documentChange.get(row.id) : undefined;
      if (entry?.owner.type === "Room") entries.push(entryOf(source, entry, this.#world.ground.clock.now()));
    });
  }

  /** Compares an answer about an instance with what its rooms showed. */
  judge(instance: string, { kinds }: CompletenessAnswer): void {
    const known = kinds.find(({ kind }) => kind === "room");
    const until = unixMs(known?.changes.until);
    if (until === undefined) return;
    const parked = new Set(this.#parked(instance));
    const lateness = (known?.withinSeconds ?? 0) * 1_000;
    const covered = this.#entries
      .get(instance)!
      .filter(
        ({ room, changedAt, visibleAt }) =>
          !parked.has(room) && changedAt <= until && visibleAt - changedAt <= lateness,
      );
    this.covered += covered.length;
    for (const [name, equal] of Map.groupBy(covered, ({ room, text }) => `${room} ${text}`)) {
      const [{ room, text } = { room: "", text: "" }] = equal;
      this.#judge(
        { instance, room, text },
        equal.length,
        `${name} counts as complete until ${new Date(until).toISOString()}`,
      );
    }
  }

  #parked(instance: string): readonly string[] {
    const feeds = this.#world.tables.feeds.memory.items.flatMap((item) => roomFeed.safeParse(item).data ?? []);
    return feeds.filter((feed) => feed.instance === instance).map(({ owner }) => owner.id);
  }

  #judge(
    { instance, room, text }: { readonly instance: string; readonly room: string; readonly text: string },
    times: number,
    what: string,
  ): void {
    const { tables, witness, stream } = this.#world;
    const pk = journalPartition(instance, { type: "Room", id: room });
    const kept = tables.mirror.memory.items.filter((item) => item.pk === pk && isKept(item, text));
    if (kept.length < times) {
      witness.violates(`the room ${what}, but isn't read`);
      return;
    }
    const published = witness
      .publishedOf(instance)
      .filter(({ owner, data }) => owner?.id === room && canonicalJson(data ?? {}) === text);
    if (!stream.hasLost && published.length < times) witness.violates(`the room ${what}, but isn't published`);
  }
}

function entryOf(source: SourceInstance, row: DocumentChangeRow, visibleAt: number): Entry {
  const text = canonicalJson(jsonObject.parse(JSON.parse(JSON.stringify(documentChange(source, row)))));
  return { room: source.ids.mask("room", row.owner.id), text, changedAt: Math.floor(row.changed / 1_000), visibleAt };
}
