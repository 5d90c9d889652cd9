import * as z from "zod";
import type { Owner } from "../../kernel/envelope.ts";
import { idInKey } from "../../kernel/hash.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { placementsPartition } from "../mirror-key.ts";
import { ownerOfKey, type Placements, withoutSeparator } from "./placement.ts";

const placementRow = z.object({
  pk: z.string(),
  sk: z.string(),
  documentId: z.string(),
  /** Unix ms, our clock. */
  since: z.int(),
});

export type UnderOwner = { readonly documentId: string; readonly since: number; readonly sortKeys: readonly string[] };

/**
 * Finds the documents under an owner: the reverse index of the items' `placements`. A row is put before the item gets
 * the placement, and removed after the item has lost it, so every placement has its row.
 */
export class PlacementRows {
  readonly #mirror: Table;
  readonly #clock: Clock;

  constructor(mirror: Table, clock: Clock) {
    this.#mirror = mirror;
    this.#clock = clock;
  }

  async add(instance: string, documentId: string, before: Placements, after: Placements): Promise<void> {
    const since = this.#clock.now();
    const rows = difference(after, before).map(({ owner, folder }) => ({
      item: { ...rowKey(instance, owner, documentId, folder), documentId, since },
    }));
    if (rows.length > 0) await this.#mirror.put(rows);
  }

  async drop(instance: string, documentId: string, before: Placements, after: Placements): Promise<void> {
    for (const { owner, folder } of difference(before, after)) {
      await this.#mirror.remove(rowKey(instance, owner, documentId, folder));
    }
  }

  async dropUnder(instance: string, owner: Owner, { sortKeys }: UnderOwner): Promise<void> {
    for (const sk of sortKeys) await this.#mirror.remove({ pk: placementsPartition(instance, owner), sk });
  }

  async under(instance: string, owner: Owner): Promise<readonly UnderOwner[]> {
    const found = new Map<string, UnderOwner>();
    for await (const item of queryAll(this.#mirror, { pk: placementsPartition(instance, owner) })) {
      const { documentId, since, sk } = parseStored(placementRow, item, `placement ${item.sk}`);
      const known = found.get(documentId);
      const sortKeys = [...(known?.sortKeys ?? []), sk];
      found.set(documentId, { documentId, since: Math.max(since, known?.since ?? 0), sortKeys });
    }
    return [...found.values()];
  }
}

function rowKey(instance: string, owner: Owner, documentId: string, folder: string): Key {
  return {
    pk: placementsPartition(instance, owner),
    sk: `${idInKey(withoutSeparator(documentId))}#${idInKey(folder)}`,
  };
}

function difference(one: Placements, other: Placements): { readonly owner: Owner; readonly folder: string }[] {
  return Object.entries(one).flatMap(([key, folders]) =>
    folders
      .filter((folder) => other[key]?.includes(folder) !== true)
      .map((folder) => ({ owner: ownerOfKey(key), folder })),
  );
}
