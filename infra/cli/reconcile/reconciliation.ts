import { detectedAtOf } from "../../../shared/kernel/event-id.ts";
import { isoTime } from "../../../shared/kernel/instant.ts";
import { tableOf } from "../terminal/table.ts";
import type { Comparison, Target } from "./compare-ids.ts";
import { explainDifference } from "./explain-difference.ts";

/** `erased`: a missing event whose record was erased, so the event can't be sent again. */
type Kind = "missing" | "erased" | "unknown";

/** The result, as `--json` prints it. */
export type Reconciliation = Awaited<ReturnType<typeof reconciliationOf>>;

/** `duplicates`: the number of lines in the whole list that repeat an ID. */
export async function reconciliationOf(target: Target, { range, hours, isWhole }: Comparison, duplicates: number) {
  const differences: { kind: Kind; event: string; detectedAt: string; explanation: string }[] = [];
  // One at a time, because there can be a thousand differences.
  for (const hour of hours)
    for (const one of hour.differences) {
      const { kind, event } = one;
      const { text: explanation, isErased } = await explainDifference(target, one, hour.erased > 0);
      const detectedAt = isoTime(detectedAtOf(event) ?? 0);
      differences.push({ kind: isErased ? "erased" : kind, event, detectedAt, explanation });
    }
  const sum = (of: "received" | "delivered" | "waiting") => hours.reduce((total, hour) => total + hour[of], 0);
  return {
    // `received`: the distinct IDs of the list that are in the range.
    ...{ from: isoTime(range.from), to: isoTime(range.to), received: sum("received"), duplicates },
    // `whole` is false if there are more differences than those listed.
    ...{ delivered: sum("delivered"), waiting: sum("waiting"), whole: isWhole },
    hours: hours
      .filter((hour) => hour.differences.length > 0)
      .map(({ from, received, delivered, settled, differences: found }) => {
        const [missing, unknown] = [numberOf(found, "missing"), numberOf(found, "unknown")];
        return { from: isoTime(from), received, delivered, missing, unknown, settled };
      }),
    differences,
  };
}

export function reconciliationText(found: Reconciliation): string {
  const { from, to, received, duplicates, delivered, waiting, whole, hours, differences } = found;
  const hourRows = hours.map((hour) => [
    ...[hour.from, hour.received, hour.delivered, hour.missing, hour.unknown],
    hour.settled ? "" : "may still change",
  ]);
  const rows = differences.map(({ kind, event, detectedAt, explanation }) => [kind, event, detectedAt, explanation]);
  const tables = [
    tableOf(["hour", "received", "delivered", "missing", "unknown", "note"], hourRows),
    tableOf(["what", "event", "detected at", "why"], rows),
  ];
  const repeated = duplicates === 0 ? "" : ` Lines that repeat an ID: ${duplicates}.`;
  const waits = waiting === 0 ? "" : ` Feedhook has yet to deliver ${waiting}.`;
  const more = whole ? "" : " There are more differences. Choose a shorter period, or replay the whole period.";
  const result =
    differences.length === 0
      ? "Nothing is missing."
      : (["missing", "erased", "unknown"] as const)
          .map((kind) => [numberOf(differences, kind), kind] as const)
          .filter(([number]) => number > 0)
          .map((pair) => pair.join(" "))
          .join(", ")
          .concat(".");
  const summary = `${result} From ${from} to ${to}, Feedhook delivered ${delivered === 1 ? "1 event" : `${delivered} events`}, and you have ${received}.${repeated}${waits}${more}`;
  return differences.length === 0 ? summary : [...tables, summary].join("\n\n");
}

const numberOf = (found: readonly { readonly kind: Kind }[], wanted: Kind): number =>
  found.filter(({ kind }) => kind === wanted).length;
