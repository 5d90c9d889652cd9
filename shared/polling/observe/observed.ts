import type { RecordResource } from "../../kernel/catalogue.ts";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import type { DetectedBy } from "../../kernel/envelope.ts";
import { earlier } from "../../kernel/instant.ts";
import { retryOnConflict } from "../../kernel/retry-on-conflict.ts";
import type { DocumentContext } from "../../mirror/documents/document-observation.ts";
import type { Form, RecordRow } from "../../mirror/records/record-observation.ts";
import type { InstanceRegistry } from "../../source/instance-registry.ts";
import type { Moment } from "../../source/source.ts";
import type { Observed, ObserveOutcome } from "../feed-reader.ts";
import type { Unanswered } from "../rows/check-witness.ts";

export type RecordPage = {
  readonly instance: string;
  readonly resource: RecordResource;
  readonly form: Form;
  readonly detectedBy: DetectedBy;
  readonly moment: Moment;
  /** Whether first contact is still under way, so that records seen for the first time may be baseline. */
  readonly draining: boolean;
  readonly rows: readonly RecordRow[];
};

export type Findings = Omit<Observed, "outcome" | "counts">;

/** The findings of two parts of a page together. */
export function sumOf(one: Findings, other: Findings): Findings {
  return {
    changed: one.changed + other.changed,
    ...defined({
      news: joined(one.news, other.news),
      quarantined: joined(one.quarantined, other.quarantined),
      open: one.open === true || other.open === true ? true : undefined,
      leftOut: joined(one.leftOut, other.leftOut),
      askAgainAt: earlier(one.askAgainAt, other.askAgainAt),
      laggingSince: earlier(one.laggingSince, other.laggingSince),
    }),
  };
}

/** Undefined if both are empty. */
export function joined<T>(one: readonly T[] = [], other: readonly T[] = []): readonly T[] | undefined {
  return one.length + other.length === 0 ? undefined : [...one, ...other];
}

/**
 * A round reads the stored items, classifies each observation, asks the source if only the source can decide, and
 * writes by compare-and-set.
 */
export type Round<R> = Findings & {
  /** Observations whose item another worker wrote after this round read it. */
  readonly conflicts?: readonly R[];
  /** Why a question got no usable response, if one did. The page must then be read again. */
  readonly incomplete?: Unanswered;
  /** The ids of the rows whose requests got no usable response, if these rows may be the only cause of `incomplete`. */
  readonly unanswered?: readonly string[];
};

/**
 * Repeats the observations that conflicted with another worker. After too many conflicts, throws a ContentionError that
 * names `what`; the page is then read again.
 */
export async function observeRounds<R>(
  what: string,
  observations: readonly R[],
  take: (observations: readonly R[]) => Promise<Round<R>>,
): Promise<ObserveOutcome> {
  let left = observations;
  let sum: Round<R> = { changed: 0 };
  if (left.length > 0) {
    await retryOnConflict(what, async () => {
      sum = added({ ...sum, conflicts: [] }, await take(left));
      left = sum.conflicts ?? [];
      return left.length > 0 && sum.incomplete === undefined ? "conflict" : sum;
    });
  }
  const { incomplete, unanswered, ...found } = sum;
  if (incomplete !== undefined) return { outcome: "incomplete", reason: incomplete, ...defined({ unanswered }) };
  return { outcome: "observed", ...found };
}

export function added<R>(sum: Round<R>, round: Round<R>): Round<R> {
  return {
    ...sumOf(sum, round),
    ...defined({
      conflicts: joined(sum.conflicts, round.conflicts),
      incomplete: sum.incomplete ?? round.incomplete,
      unanswered: joined(sum.unanswered, round.unanswered),
    }),
  };
}

export type ContextParts = Context & {
  readonly instances: Pick<InstanceRegistry, "find">;
};

/** Returns undefined if the instance is unknown. */
export async function contextOf(
  { instances, clock, timings }: ContextParts,
  name: string,
): Promise<DocumentContext | undefined> {
  const instance = await instances.find(name);
  if (instance === undefined) return undefined;
  const { seqFloor, registeredAt, connectedAt = registeredAt } = instance;
  const { lateReadMargin, anchorLag } = timings;
  return { instance: name, seqFloor, connectedAt, lateReadMargin, anchorLag, now: clock.now() };
}
