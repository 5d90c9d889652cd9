import { inPortions } from "../../kernel/in-portions.ts";
import type { DeliveryLog } from "../rows/delivery-log.ts";
import type { Backlog, BacklogRow } from "./backlog.ts";

/** The most rows that one call ends. */
export const endedAtOnce = 200;

/** How many rows are ended concurrently: in a single-machine deployment, live deliveries share this thread. */
const portion = 50;

type Parts = {
  readonly backlog: Pick<Backlog, "rows" | "drop">;
  readonly log: DeliveryLog;
};

/**
 * Ends the deliveries that wait for a subscription that is deleted or about to be. Otherwise, they would count as
 * waiting until their rows expire. Returns "more" if it must be called again.
 */
export async function endBacklog(subscription: string, { backlog, log }: Parts): Promise<"done" | "more"> {
  const rows: BacklogRow[] = [];
  for await (const row of backlog.rows(subscription, { few: endedAtOnce })) {
    rows.push(row);
    if (rows.length === endedAtOnce) break;
  }
  await inPortions(rows, portion, async (waiting) => {
    const row = await log.find(waiting);
    // If the delivery log has no row, no list shows the delivery, so nothing needs to be ended there.
    if (row !== undefined) await log.expire(waiting, row);
    await backlog.drop(waiting);
  });
  return rows.length === endedAtOnce ? "more" : "done";
}
