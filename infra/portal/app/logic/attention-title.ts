import type { components } from "../../../api-client/api-types.ts";
import { text } from "../text.ts";

type Attention = components["schemas"]["Status"]["needsAttention"][number];

/** Problems that an instance or the whole of Feedhook either has or doesn't have, so their count means nothing. */
const single: ReadonlySet<Attention["kind"]> = new Set([
  "source_unreachable",
  "instance_parked",
  "clocks_apart",
  "polling_paused",
  "backups_missing",
]);

const refusals: ReadonlyMap<string, string> = new Map(Object.entries(text.refusals));

/** Why the source refuses an instance. */
export const refusalText = (reason: string): string => refusals.get(reason) ?? reason;

/** The title of an operator's to-do: `Rows are in quarantine (acme): 3`. */
export function attentionTitle({ kind, instance, what, count, more }: Attention): string {
  // What rows in quarantine cause is a separate sentence.
  const cause = kind === "rows_quarantined" ? undefined : kind === "instance_parked" ? what && refusalText(what) : what;
  const about = [instance, cause].filter((part) => part !== undefined).join(": ");
  const title = `${text.attention[kind].title}${about && ` (${about})`}`;
  const counted = count.toLocaleString("en");
  return single.has(kind) ? title : `${title}: ${more === true ? `at least ${counted}` : counted}`;
}
