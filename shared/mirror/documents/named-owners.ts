import { definedJson } from "../../kernel/defined-json.ts";
import type { FieldChange, Owner } from "../../kernel/envelope.ts";
import type { MirrorItem } from "../mirror-item.ts";
import { isSameOwner } from "./placement.ts";

/** What the bridge knows about owners and the source doesn't say: a `Project` may be an activity or a phase. */
export type KnownSubOwners = {
  /** Returns those of the owners that are known to be activities or phases. */
  known(instance: string, owners: readonly Owner[]): Promise<readonly Owner[]>;
};

/**
 * Marks the item's owner, and the owners in its newest facts, as activities or phases if they are. The source calls
 * activities and phases projects, but an event must not. The feed that was read and the previous item know their own
 * owners; any other project is looked up.
 */
export async function withNamedOwners(
  subOwners: KnownSubOwners,
  next: MirrorItem,
  certain: readonly Owner[],
): Promise<MirrorItem> {
  const newest = next.changeLog.at(-1);
  const mentioned = [next.owner, ...(newest?.facts ?? []).map(({ owner }) => owner)].filter((one) => one !== undefined);
  const doubtful = mentioned.filter(
    (one) => one.type === "Project" && !certain.some((other) => isSameOwner(one, other)),
  );
  const found = doubtful.length === 0 ? [] : await subOwners.known(next.instance, doubtful);
  const named = [...certain, ...found].filter(({ subOwner }) => subOwner !== undefined);
  if (named.length === 0) return next;
  const nameOf = (owner: Owner | undefined) => owner && (named.find((other) => isSameOwner(owner, other)) ?? owner);
  const facts = newest?.facts.map((fact) => ({
    ...fact,
    owner: nameOf(fact.owner),
    changes:
      fact.type === "document.relocated"
        ? fact.changes?.map((change) => relocationOf(change, nameOf(next.owner)))
        : fact.changes,
  }));
  const changeLog = next.changeLog.map((entry) => (entry === newest && facts ? { ...entry, facts } : entry));
  return { ...next, owner: nameOf(next.owner), changeLog };
}

/** Marks the new owner in a relocation; the previous one is already marked in the item. */
function relocationOf(change: FieldChange, to: Owner | undefined): FieldChange {
  return to === undefined ? change : { ...change, to: definedJson(to) };
}
