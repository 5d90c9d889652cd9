import * as z from "zod";
import { idInKey } from "../../kernel/hash.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Table } from "../../kernel/ports/table.ts";
import type { Closedness } from "../../mirror/records/record-observation.ts";
import type { Source } from "../../source/source.ts";
import { type Unanswered, unanswered } from "../rows/check-witness.ts";

const statusItem = z.object({ closedness: z.enum(["open", "closed"]) });

export type Learned =
  | { readonly outcome: "ok"; readonly statuses: ReadonlyMap<string, Closedness> }
  | { readonly outcome: "incomplete"; readonly reason: Unanswered };

/**
 * Learns which activity statuses mean closed. The contract doesn't say, but the source can filter activities by status
 * and by `isActive` (docs/partner-api.md#activity-statuses). Results other than `unknown` are remembered (`feeds`
 * table, pk `<instance>#statuses`, sk `idInKey(id)`).
 */
export async function learnStatuses(
  feeds: Table,
  instance: string,
  ids: readonly string[],
  source: Source,
): Promise<Learned> {
  const keys = ids.map((id) => ({ pk: `${instance}#statuses`, sk: idInKey(id) }));
  const items = await feeds.getAll(keys);
  const statuses = new Map<string, Closedness>();
  for (const [position, id] of ids.entries()) {
    const item = items[position];
    if (item !== undefined) {
      statuses.set(id, parseStored(statusItem, item, `status ${id}`).closedness);
      continue;
    }
    const asked = await ask(id, source);
    if (isUnanswered(asked)) return { outcome: "incomplete", reason: asked };
    statuses.set(id, asked);
    const key = { pk: `${instance}#statuses`, sk: idInKey(id) };
    if (asked !== "unknown") await feeds.put([{ item: { ...key, closedness: asked } }]);
  }
  return { outcome: "ok", statuses };
}

/**
 * An inactive activity with this status shows that the status is closed. If there is none, an active activity with this
 * status shows that the status is open. If there is neither, the activity that showed the status has since changed, and
 * the status stays unknown.
 */
async function ask(id: string, source: Source): Promise<Closedness | Unanswered> {
  const inactive = await countOf(id, false, source);
  if (typeof inactive === "string") return inactive;
  if (inactive === undefined) return "unknown";
  if (inactive > 0) return "closed";
  const active = await countOf(id, true, source);
  if (typeof active === "string") return active;
  return (active ?? 0) > 0 ? "open" : "unknown";
}

async function countOf(id: string, isActive: boolean, source: Source): Promise<number | undefined | Unanswered> {
  const query = { statusId: id, isActive: String(isActive), limit: "1" };
  const answer = await source.page({ path: "/activity", query });
  if (answer.outcome === "ok") return answer.value.totalItems;
  // The source refuses this id as a filter, which says nothing about the status. A second request would also fail.
  if (answer.outcome === "badRequest" || answer.outcome === "unprocessable") return undefined;
  return unanswered(answer);
}

function isUnanswered(asked: Closedness | Unanswered): asked is Unanswered {
  return asked !== "open" && asked !== "closed" && asked !== "unknown";
}
