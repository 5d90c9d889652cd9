import type { Context } from "../../kernel/context.ts";
import { present, type Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import type { FeedStore } from "../../schedule/feeds/feed-store.ts";
import { pathOf } from "../../source/path-of.ts";
import { endBecauseOf, type PassEnd, type Visit } from "../feed-reader.ts";
import { observeIsolated } from "../observe/observe-rows.ts";
import type { Observing } from "../observe/row-sinks.ts";
import { patience } from "../rows/check-witness.ts";
import { recordPath, recordRow } from "../rows/record-row.ts";
import { type PoisonItem, parsePoison, poisonPrefix } from "./quarantine.ts";
import { removePoison } from "./quarantine-service.ts";

export type QuarantineRetryParts = Context & {
  readonly records: Observing;
  readonly table: Table;
  readonly feeds: FeedStore;
};

/** Retries the quarantined rows that an operator marked; `done` if none is left to try. */
export type QuarantineRetry = (visit: Visit) => Promise<PassEnd>;

/**
 * Reads the record of each marked row by id, because the row itself is old. A row leaves the quarantine when its record
 * is stored, or when the source says that the record is gone; the walk then confirms the removal. A document's row
 * leaves when the document can be read: its owner becomes dirty, and the next snapshot stores the document.
 */
export function createQuarantineRetry(parts: QuarantineRetryParts): QuarantineRetry {
  const { table, clock } = parts;
  return async (visit) => {
    const { feedId } = visit.feed;
    for await (const item of queryAll(table, { pk: feedId, prefix: poisonPrefix })) {
      const poison = parsePoison(item);
      if (poison.wanted !== true) continue;
      const tried = await tryAgain(parts, visit, poison);
      if (typeof tried !== "string") return tried;
      if (tried === "settled") await removePoison(table, poison);
      else {
        const key = { pk: poison.pk, sk: poison.sk };
        await table.update({
          key,
          set: { triedAt: clock.now() },
          remove: ["wanted"],
          when: present,
        });
      }
    }
    return { outcome: "done" };
  };
}

/** A `PassEnd` means that the try decided nothing: the visit ends, and the row stays marked. */
type Tried = "settled" | "still" | PassEnd;

async function tryAgain(
  { records, feeds }: QuarantineRetryParts,
  { feed, source }: Visit,
  { recordId: id }: PoisonItem,
): Promise<Tried> {
  if (id === undefined) return "still";
  const isDocument = feed.kind === "owner";
  const answer = await source.one({ path: isDocument ? pathOf("document", id) : recordPath(resourceOf(feed), id) });
  if (answer.outcome === "notFound" && answer.problem) return "settled";
  if (answer.outcome === "badRequest") return "still";
  // Waiting for a record that never gets a response would stop its whole feed.
  if (answer.outcome === "unavailable" && feed.failures >= patience) return "still";
  if (answer.outcome !== "ok") return endBecauseOf(answer);
  const row = recordRow(answer.value);
  if (row?.id !== id) return "still";
  if (isDocument) {
    // Only the owner's list shows the document's placement.
    await feeds.markDirty([feed.feedId]);
    return "settled";
  }
  const page = {
    instance: feed.instance,
    resource: resourceOf(feed),
    form: "full",
    moment: answer.moment,
    detectedBy: "hint",
    draining: false,
  } as const;
  const { outcome, broken } = await observeIsolated(records, page, [row], source);
  if (outcome.outcome === "incomplete") return endBecauseOf(outcome);
  const refused = broken.length > 0 || (outcome.quarantined ?? []).length > 0;
  return refused ? "still" : "settled";
}
