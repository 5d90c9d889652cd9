import * as z from "zod";
import { definedJson } from "../../kernel/defined-json.ts";
import { type Owner, type SubOwner, subOwner } from "../../kernel/envelope.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import { feed, feedIdOf } from "./feed.ts";

const subOwnerAnswer = z.object({
  resolves: z.boolean(),
  /** Unix ms, our clock. */
  askedAt: z.int(),
  /** The `rev` of the instance's last rewind when the source was asked. */
  askedFor: z.int().optional(),
});
export type SubOwnerAnswer = z.infer<typeof subOwnerAnswer>;

/** A kind is absent until the source has been asked. */
export type SubOwnerAnswers = { readonly [kind in SubOwner]?: SubOwnerAnswer };

const kinds = subOwner.options;
const ownerOfFeed = feed.pick({ owner: true });

/**
 * Stores whether each instance's source returns the documents of an activity and of a phase, because the contract
 * doesn't say (docs/partner-api.md#projects-are-flat). Table `feeds`, pk `<instance>#sub-owners`, sk the kind.
 */
export class SubOwners {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async answers(instance: string): Promise<SubOwnerAnswers> {
    const items = await this.#table.getAll(kinds.map((kind) => keyOf(instance, kind)));
    const known = kinds.map((kind, position): [SubOwner, SubOwnerAnswer | undefined] => {
      const item = items[position];
      return [kind, item && parseStored(subOwnerAnswer, item, `sub-owner answer for ${kind} of ${instance}`)];
    });
    return Object.fromEntries(known);
  }

  async remember(instance: string, kind: SubOwner, answer: SubOwnerAnswer): Promise<void> {
    await this.#table.put([{ item: { ...definedJson(answer), ...keyOf(instance, kind) } }]);
  }

  /** Returns the owners that are activities or phases according to their feeds. */
  async known(instance: string, owners: readonly Owner[]): Promise<readonly Owner[]> {
    const ids = [...new Set(owners.map((one) => feedIdOf({ instance, kind: "owner", owner: one, query: {} })))];
    const feeds = await this.#table.getAll(ids.map((feedId) => ({ pk: feedId, sk: "feed" })));
    const found = feeds.flatMap((item) =>
      item ? (parseStored(ownerOfFeed, item, `feed ${item.pk}`).owner ?? []) : [],
    );
    return found.filter((one) => one.subOwner !== undefined);
  }

  /** Drops the activities and phases whose documents the source isn't known to return. */
  async resolving<T extends Owner>(instance: string, owners: readonly T[]): Promise<readonly T[]> {
    // Most owners are neither activities nor phases, and need no read.
    if (owners.every((one) => one.subOwner === undefined)) return owners;
    const answers = await this.answers(instance);
    return owners.filter((one) => one.subOwner === undefined || answers[one.subOwner]?.resolves === true);
  }
}

const keyOf = (instance: string, kind: SubOwner): Key => ({ pk: `${instance}#sub-owners`, sk: kind });
