import type { Received } from "../../e2e/support/flaky-subscriber.ts";
import type { OracleEntry } from "../../e2e/support/oracle.ts";
import { journalText } from "../../e2e/support/oracle.ts";
import { recordTypes, reported, was } from "../../soak/account.ts";

/** A published change: when it became visible (unix ms), and when its event was delivered, if it was. */
export type ChangeDelay = {
  readonly kind: "record" | "document";
  readonly sequence: number;
  readonly visibleAt: number;
  readonly deliveredAt: number | undefined;
};

/**
 * For every change after entry `after`: when an event with it or a later state of its record was delivered. Excludes
 * removals, which wait for confirmation, and records that were removed before they were published.
 */
export function changeDelays(oracle: readonly OracleEntry[], after: number, taken: readonly Received[]): ChangeDelay[] {
  return [...recordDelays(oracle, after, taken), ...documentDelays(oracle, after, taken)];
}

const subjectOf = ({ change: { resource, id } }: OracleEntry): string => `${resource}/${id}`;

function recordDelays(oracle: readonly OracleEntry[], after: number, taken: readonly Received[]): ChangeDelay[] {
  const lives = Map.groupBy(
    oracle.filter(({ change }) => recordTypes.has(change.resource)),
    subjectOf,
  );
  const received = Map.groupBy(taken, ({ event: { subject } }) => `${subject.type}/${subject.id}`);
  return [...lives].flatMap(([subject, life]) => {
    if (life.at(-1)?.change.operation === "delete") return [];
    return life.flatMap((entry, place) => {
      const before = life[place - 1];
      if (entry.sequence <= after || (before !== undefined && was(before) === was(entry))) return [];
      const visibleAt = Date.parse(entry.visibleAt);
      const states = new Set(life.slice(place).map(was));
      const first = received.get(subject)?.find(({ event, at }) => at >= visibleAt && states.has(reported(event)));
      return [{ kind: "record" as const, sequence: entry.sequence, visibleAt, deliveredAt: first?.at }];
    });
  });
}

/** Equal entries of a change feed are equal texts, and each has its own event. */
function documentDelays(oracle: readonly OracleEntry[], after: number, taken: readonly Received[]): ChangeDelay[] {
  const events = Map.groupBy(
    taken.filter(({ event }) => event.type === "document_change.recorded" && event.baseline !== true),
    ({ event: { owner, data } }) => journalText(owner?.type ?? "", owner?.id ?? "", data ?? {}),
  );
  // The first delivery of a repeated event counts.
  const once = (some: readonly Received[]) => [
    ...new Map(some.toReversed().map((one) => [one.event.id, one])).values(),
  ];
  const left = new Map([...events].map(([text, some]) => [text, once(some).reverse()]));
  const gone = new Set(oracle.filter(({ change }) => change.operation === "delete").map(subjectOf));
  return oracle.flatMap(({ sequence, visibleAt, change: { resource, body, owner } }) => {
    if (sequence <= after || resource !== "document-change" || body === undefined || owner === undefined) return [];
    const { entityType, entityId } = owner;
    if (gone.has(`${entityType.toLowerCase()}/${entityId}`)) return [];
    const deliveredAt = left.get(journalText(entityType, entityId, body))?.shift()?.at;
    return [{ kind: "document" as const, sequence, visibleAt: Date.parse(visibleAt), deliveredAt }];
  });
}

/** In ms; Infinity if that many were never delivered. */
export function percentile(delays: readonly ChangeDelay[], share: number): number {
  const sorted = delays
    .map(({ visibleAt, deliveredAt }) =>
      deliveredAt === undefined ? Number.POSITIVE_INFINITY : deliveredAt - visibleAt,
    )
    .toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
