import type { RecordResource } from "../kernel/catalogue.ts";
import { defined } from "../kernel/defined.ts";
import { errorWith } from "../kernel/errors.ts";
import type { Json } from "../kernel/json.ts";
import type { CompleteRead } from "../schedule/feeds/complete-reads.ts";
import type { Feed, FeedStats } from "../schedule/feeds/feed.ts";
import type { ObservedChanges } from "../schedule/rates/change-rate.ts";
import type { Instance } from "../source/instance.ts";
import type { Source, SourceAnswer, SourceFailure } from "../source/source.ts";

export type Visit = {
  readonly feed: Feed;
  /** Returns `exhausted` once the visit's allowance or time is spent. */
  readonly source: Source;
  /** Set if an operator requested that every feed of the instance be read again. */
  readonly rewind?: Instance["rewind"];
  /**
   * The fraction of all workers' recent visits to the instance that failed because of the source. Absent if it is small
   * or unknown.
   */
  readonly failingPart?: number | undefined;
  /** When the visit began (unix ms, our clock). */
  readonly beganAt: number;
  /** When the instance was connected, in unix ms of the server's clock; undefined before first contact. */
  readonly connectedAt: number | undefined;
  /**
   * Returns `connectedAt`. If `connectedAt` is absent, first sets it to the registration time on the server's clock, or
   * to `asOf` if that clock is still unknown.
   */
  connect(asOf: number): Promise<number>;
};

/** The position of a feed after a step. */
export type Position = {
  /** A checkpoint that equals the stored one isn't written. */
  readonly checkpoint: Json;
  /** The change time (unix ms) up to which the feed is read. */
  readonly watermark?: number;
  readonly drained?: boolean;
  /** For owners: the changes that this step is the first to find. The feed's change rate is learned from them. */
  readonly observedChanges?: ObservedChanges;
  readonly requestsWalk?: RecordResource;
};

/**
 * A row that the mirror can't store: its item, its path or the response to its read by id is too large, or the source
 * rejects its id as malformed. The caller quarantines the row, so that its feed can continue.
 */
export type QuarantinedRow = { readonly id: string; readonly reason: "too_large" | "unreadable" };

/** The mirror has the whole page, except for the rows in `quarantined` and `leftOut`. */
export type Observed = {
  readonly outcome: "observed";
  readonly changed: number;
  /** The ids of the records that changed. Documents and folders are only counted, in `changed`. */
  readonly news?: readonly string[];
  readonly quarantined?: readonly QuarantinedRow[];
  /** Whether something can't be decided until another list is read, such as a missing folder's removal. */
  readonly open?: boolean;
  /**
   * The ids of rows that must be read by id again, because the read by id is older than the row. For documents, also
   * the ids whose read by id is older than the journal, gets no response, or finds nothing.
   */
  readonly leftOut?: readonly string[];
  /**
   * When (unix ms, our clock) to observe the page again even if unchanged, because a read by id differs from the list.
   */
  readonly askAgainAt?: number;
  /**
   * When the read by id of a record in `leftOut` began to lag behind its list (unix ms, our clock): the earliest time
   * if several lag, and 0 if unknown.
   */
  readonly laggingSince?: number;
  /** What the page adds to the feed's statistics. If absent, `changed` counts as rows read. */
  readonly counts?: FeedStats;
};

/** A question about a row got no usable response from the source, so the checkpoint must not move past the page. */
export type Incomplete = {
  readonly outcome: "incomplete";
  readonly reason: "exhausted" | "unavailable" | "refused";
  /** The ids of the rows whose requests got no usable response, if the fault may concern only these rows. */
  readonly unanswered?: readonly string[];
};

export type ObserveOutcome = Observed | Incomplete;

/** A step's position is saved after its rows are in the mirror. After a crash in between, the step is repeated. */
export type Step = StepWith<Observed & { readonly position: Position }>;

export type StepWith<T extends Observed> = {
  /** Stores in the mirror what was read. After an incomplete result, the visit takes no further step. */
  observe(): Promise<T | Incomplete>;
  /**
   * Set if the position can be written together with the next one, or at the visit's end. Such a step takes few
   * requests to repeat, and no later step needs its position to be saved.
   */
  readonly mayWait?: true;
  /**
   * Set if every visit reaches this step. If a visit can't complete the step, the visit's earlier steps don't count as
   * progress, except `further` ones.
   */
  readonly opening?: true;
  /** Set if no later visit repeats this step: taking the step is progress even if the visit then fails. */
  readonly further?: true;
};

/** A step whose position doesn't depend on what the mirror does with its rows. Without `observe`, it has no rows. */
export function stepTo(position: Position, observe: () => Promise<ObserveOutcome> = observedNothing): Step {
  return stepAt({ observe }, () => position);
}

/** A step whose position depends on its observation. */
export function stepAt<T extends Observed>(step: StepWith<T>, positionAfter: (observed: T) => Position): Step {
  return {
    ...step,
    async observe() {
      const outcome = await step.observe();
      return outcome.outcome === "incomplete" ? outcome : { ...outcome, position: positionAfter(outcome) };
    },
  };
}

/** Yields a step and returns its observation, for readers whose next request depends on the observation. */
export function* takenStep<T extends Observed>(step: StepWith<T>): Generator<StepWith<T>, T, undefined> {
  let taken: T | undefined;
  yield {
    ...step,
    async observe() {
      const outcome = await step.observe();
      if (outcome.outcome === "observed") taken = outcome;
      return outcome;
    },
  };
  if (taken === undefined) throw new StepNotTakenError("the visit continued after an incomplete step");
  return taken;
}

/** Yields what `map` makes of each of another generator's steps, and returns that generator's result. */
export async function* mapped<Given, Made, Result>(
  steps: AsyncGenerator<Given, Result, undefined>,
  map: (step: Given) => Made | Promise<Made>,
): AsyncGenerator<Made, Result, undefined> {
  for (;;) {
    const next = await steps.next();
    if (next.done === true) return next.value;
    yield await map(next.value);
  }
}

const observedNothing = (): Promise<Observed> => Promise.resolve({ outcome: "observed", changed: 0 });

class StepNotTakenError extends errorWith("step_not_taken") {}

export type PassEnd =
  /** `idle`: nothing was due to be read. `complete`: what the mirror is now known to contain, if the visit can tell. */
  | { readonly outcome: "done"; readonly idle?: true; readonly complete?: Omit<CompleteRead, "by"> | undefined }
  /**
   * There is more to read, but not in this visit. The next tick continues the feed, before other due feeds if `ahead`
   * is set.
   */
  | { readonly outcome: "yielded"; readonly ahead?: true }
  /** There is more to read, but not before this time (unix ms, our clock). */
  | { readonly outcome: "waiting"; readonly until: number }
  /** A fault that may be temporary. `unreadable` is the text of an unparseable page, which the visit quarantines. */
  | {
      readonly outcome: "failed";
      readonly reason: string;
      readonly retryAfterMs?: number;
      readonly unreadable?: string;
    }
  /** The source refused the instance's credentials, perhaps only for this feed. */
  | { readonly outcome: "refused"; readonly by: "revoked" | "forbidden" | "unauthorized" }
  /** Another visit can't succeed until an operator acts or the source changes. */
  | { readonly outcome: "parked"; readonly reason: string };

/** How a part of a visit ended. `next`: the visit continues from the checkpoint. */
export type Passed<T> = PassEnd | { readonly outcome: "next"; readonly checkpoint: T };

/**
 * The result of a visit. `conflict`: another worker or an operator changed the feed during the visit. `skipped`: the
 * feed is paused, must wait or no longer exists, another message's visit is under way, or other workers keep taking the
 * feed.
 */
export type VisitEnd = PassEnd | { readonly outcome: "conflict" } | { readonly outcome: "skipped" };

export type FeedReader = { read(visit: Visit): AsyncGenerator<Step, PassEnd, undefined> };

/** Every refusal ends as `refused`, so that `InstanceAccess` checks the instance's credentials. */
export function endBecauseOf(failure: SourceFailure | Incomplete): PassEnd {
  switch (failure.outcome) {
    case "incomplete":
      if (failure.reason === "exhausted") return { outcome: "yielded" };
      if (failure.reason === "refused") return { outcome: "refused", by: "forbidden" };
      return { outcome: "failed", reason: failure.reason };
    case "exhausted":
      return { outcome: "yielded" };
    case "revoked":
    case "forbidden":
    case "unauthorized":
      return { outcome: "refused", by: failure.outcome };
    case "unavailable": {
      const { status, retryAfterMs, unreadable, heavy } = failure;
      if (heavy === "too_large") return { outcome: "failed", reason: "too_large" };
      if (unreadable !== undefined) return { outcome: "failed", reason: "unreadable_page", unreadable };
      const reason = status === undefined ? "unavailable" : `unavailable_${status}`;
      return { outcome: "failed", reason, ...defined({ retryAfterMs }) };
    }
    case "notFound":
      return { outcome: "failed", reason: "not_found" };
    case "badRequest":
      return { outcome: "failed", reason: "bad_request" };
    case "unprocessable":
      return { outcome: "failed", reason: "unprocessable" };
  }
}

/**
 * A lost cursor, a wrong limit, a bad id and a bad filter all cause the same 400 (hazard 40). `bare` is the response to
 * the same request without its cursor and with `limit=1`. If it is a page, the cursor counts as lost. If it is also a
 * 400, the rest of the request is wrong.
 */
export function triageBadRequest(bare: SourceAnswer<unknown>): PassEnd | { readonly outcome: "lostCursor" } {
  if (bare.outcome === "ok") return { outcome: "lostCursor" };
  if (bare.outcome === "badRequest") return { outcome: "parked", reason: "bad_request" };
  return endBecauseOf(bare);
}
