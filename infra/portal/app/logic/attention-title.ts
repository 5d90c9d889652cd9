import type { components } from "../../../api-client/api-types.ts";
import { text } from "../text.ts";
import { resourceWords } from "./feed-words.ts";

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

/** The cause of a problem, in words. The cause of rows in quarantine is a separate sentence. */
function causeWords({ kind, what }: Attention): string | undefined {
  if (what === undefined || kind === "rows_quarantined") return undefined;
  if (kind === "instance_parked") return refusalText(what);
  return kind === "removals_held" ? resourceWords(what) : what;
}

/** The title of an operator's to-do: `Rows are in quarantine (acme): 3`. */
export function attentionTitle(problem: Attention): string {
  const { kind, instance, count, more } = problem;
  const about = [instance, causeWords(problem)].filter((part) => part !== undefined).join(": ");
  const title = `${text.attention[kind].title}${about && ` (${about})`}`;
  const counted = count.toLocaleString("en");
  return single.has(kind) ? title : `${title}: ${more === true ? `at least ${counted}` : counted}`;
}
