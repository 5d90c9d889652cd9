import { canonicalJson } from "../../../shared/kernel/canonical-json.ts";
import { isJsonObject, type JsonObject } from "../../../shared/kernel/json.ts";

export type OracleEntry = {
  readonly sequence: number;
  readonly visibleAt: string;
  readonly change: {
    readonly resource: string;
    readonly id: string;
    readonly operation: "create" | "update" | "delete";
    readonly body?: JsonObject;
    readonly owner?: OracleOwner;
  };
};
export type OracleOwner = { readonly entityType: string; readonly entityId: string };

/** One record's life according to the oracle: each state with its time (unix ms). The last one has no end. */
export type Life = {
  readonly resource: string;
  readonly id: string;
  readonly states: readonly { readonly body: JsonObject | undefined; readonly from: number; readonly until: number }[];
};

/** Everything committed at the sandbox after entry `after`. */
export async function readOracle(url: string, after: number): Promise<readonly OracleEntry[]> {
  const entries: OracleEntry[] = [];
  for (let position = after; ; ) {
    const answer = await fetch(`${url}/__sandbox/journal?after=${position}&limit=1000`);
    const page = (await answer.json()) as { entries: OracleEntry[] };
    entries.push(...page.entries);
    const last = page.entries.at(-1);
    if (last === undefined) return entries;
    position = last.sequence;
  }
}

export function livesOf(entries: readonly OracleEntry[]): readonly Life[] {
  const byRecord = Map.groupBy(
    entries.filter(({ change }) => ["person", "company", "project", "activity"].includes(change.resource)),
    ({ change }) => `${change.resource}/${change.id}`,
  );
  return [...byRecord.values()].map((changes) => ({
    resource: changes[0]!.change.resource,
    id: changes[0]!.change.id,
    states: changes.map(({ change, visibleAt }, position) => {
      const next = changes[position + 1];
      return {
        body: change.operation === "delete" ? undefined : change.body,
        from: Date.parse(visibleAt),
        until: next === undefined ? Number.POSITIVE_INFINITY : Date.parse(next.visibleAt),
      };
    }),
  }));
}

/** Those with folders, each once. */
export function ownersIn(entries: readonly OracleEntry[]): readonly OracleOwner[] {
  const owners = entries.flatMap(({ change: { resource, owner } }) =>
    resource === "document-folder" && owner !== undefined ? [owner] : [],
  );
  return [...new Map(owners.map((owner) => [`${owner.entityType} ${owner.entityId}`, owner])).values()];
}

/** The entries of document change feeds, as one text each: equal entries are equal texts, and count. */
export function journalTexts(entries: readonly OracleEntry[]): readonly string[] {
  return entries.flatMap(({ change }) =>
    change.resource === "document-change" && change.body !== undefined && change.owner !== undefined
      ? [journalText(change.owner.entityType, change.owner.entityId, change.body)]
      : [],
  );
}

export function journalText(ownerType: string, ownerId: string, body: JsonObject): string {
  return `${ownerType} ${ownerId} ${canonicalJson(body)}`;
}

/**
 * A record's state as both sides spell it: references by id only, because a renamed project is no change of its
 * activities (hazard 18), and without `actedBy`, which only responses to writes have (docs/partner-api.md#acted-by).
 */
export function stateText(body: JsonObject | undefined): string {
  if (body === undefined) return "gone";
  const fields = Object.entries(body).map(([field, value]) => {
    const reference = isJsonObject(value) && typeof value["id"] === "string" ? value["id"] : undefined;
    return [field, field === "actedBy" ? null : (reference ?? value)] as const;
  });
  return canonicalJson(Object.fromEntries(fields));
}
