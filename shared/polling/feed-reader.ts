import type { RecordResource } from "../kernel/catalogue.ts";
import { defined } from "../kernel/defined.ts";
import { FeedhookError } from "../kernel/errors.ts";
import type { Json } from "../kernel/json.ts";
import type { Feed } from "../schedule/feeds/feed.ts";
import type { ObservedChanges } from "../schedule/rates/change-rate.ts";
import type { Instance } from "../source/instance.ts";
import type { Source, SourceFailure } from "../source/source.ts";
import type { Incomplete, Observed, ObserveOutcome } from "./observe/observed.ts";

/** What a reader knows of the visit it reads in. */
export type Visit = {
  readonly feed: Feed;
  /** Answers `exhausted` once the visit's allowance or time is used up. */
  readonly source: Source;
  /** An operator asked every feed of the instance to read again. */
  readonly rewind?: Instance["rewind"];
  /** The part of the instance's visits that the source failed lately, with all workers; absent where it is unknown. */
  readonly failingPart?: number | undefined;
  /** Unix ms of our clock when the visit began. */
  readonly beganAt: number;
  /** When the instance was connected, in unix ms of the server's clock; undefined before the first contact. */
  readonly connectedAt: number | undefined;
  /** Fixes `connectedAt` at this moment unless it is fixed, and gives what holds. */
  connect(asOf: number): Promise<number>;
};

/** The position of a feed after a step: the visit saves it once the mirror has what the step read. */
export type Position = {
  /** The place at which the next visit's reader begins. If it equals what is stored, nothing is written. */
  readonly checkpoint: Json;
  /** Change time (unix ms) up to which the feed is read. */
  readonly watermark?: number;
  /** First contact is read to its end. */
  readonly drained?: boolean;
  /** Feeds of owners have it: when the things happened that it found for the first time. The feed's period is learned from them. */
  readonly observedChanges?: ObservedChanges;
  /** Resource whose full walk is due at once, since this step left something to it. */
  readonly requestsWalk?: RecordResource;
};

/**
 * One stride of a reader, the same for every kind of feed: what it read goes to the mirror first, then its position is
 * saved by compare-and-set. A crash in between repeats the stride; it never skips it.
 */
export type Step = StepWith<Observed & { readonly position: Position }>;

/** A step whose observation gives `T`; a visit takes those that give a position. */
export type StepWith<T extends Observed> = {
  /** Brings what was read into the mirror. The visit calls it once, and asks for no further step if it was incomplete. */
  observe(): Promise<T | Incomplete>;
  /**
   * To be repeated costs no more than a few requests, and nothing that follows in the visit rests on it: its position may
   * be written along with the next step's, or at the visit's end.
   */
  readonly mayWait?: true;
  /**
   * Every visit gets as far as this step, whatever it reads before. So a visit that ends here got no further than the last one did:
   * if it failed, that counts as another failure in a row, and if its requests ran out, the failures before it still count.
   */
  readonly anew?: true;
  /** Once its position is saved, no visit reads this again: one that failed behind it got further than the last. */
  readonly further?: true;
};

/**
 * A step whose position doesn't depend on what the mirror makes of its rows; without `observe`, one that read none.
 *
 * @example yield stepTo({ checkpoint: { page: 2 } }, () => records.observe(page, source));
 */
export function stepTo(position: Position, observe: () => Promise<ObserveOutcome> = observedNothing): Step {
  return stepAt({ observe }, () => position);
}

/** The step with the position that follows from its observation. */
export function stepAt<T extends Observed>(step: StepWith<T>, positionAfter: (observed: T) => Position): Step {
  return {
    ...step,
    async observe() {
      const outcome = await step.observe();
      return outcome.outcome === "incomplete" ? outcome : { ...outcome, position: positionAfter(outcome) };
    },
  };
}

/**
 * Hands the visit a step and gives back what came of it, for a reader whose next request depends on that.
 *
 * @example const { documents } = yield* takenStep({ observe: () => comparePage(page) });
 */
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
  if (taken === undefined) throw new StepNotTakenError("the visit went on after a step that the mirror did not take");
  return taken;
}

const observedNothing = (): Promise<Observed> => Promise.resolve({ outcome: "observed", changed: 0 });

/** A visit asked its reader for another step though the last one was incomplete: a bug of the visit. */
class StepNotTakenError extends FeedhookError {
  readonly code = "step_not_taken";
}

/** How a pass ended. */
export type PassEnd =
  /** Read to the end as it stands; `idle`: it wasn't time to read anything. */
  | { readonly outcome: "done"; readonly idle?: true }
  /** There is more, but no allowance or time is left: go on at the next tick, `ahead` of what else is due. */
  | { readonly outcome: "yielded"; readonly ahead?: true }
  /** There is more, but not before this moment (unix ms, our clock). */
  | { readonly outcome: "waiting"; readonly until: number }
  /** A fault that may pass. `unreadable` is the text of what couldn't be read, to be put aside. */
  | {
      readonly outcome: "failed";
      readonly reason: string;
      readonly retryAfterMs?: number;
      readonly unreadable?: string;
    }
  /** The source refused the instance's credentials, not this feed. */
  | { readonly outcome: "refused"; readonly by: "revoked" | "forbidden" | "unauthorized" }
  /** Nothing more to expect of this feed until someone looks. */
  | { readonly outcome: "parked"; readonly reason: string };

/**
 * How a visit ended. `lost`: another worker has saved the feed meanwhile and continues it. `skipped`: the feed's backoff isn't over,
 * or a visit of another message is under way.
 */
export type VisitEnd = PassEnd | { readonly outcome: "lost" } | { readonly outcome: "skipped" };

/** Reads a feed from its checkpoint on. A reader of every kind fits here, and the visit knows no kinds. */
export type FeedReader = { read(visit: Visit): AsyncGenerator<Step, PassEnd, undefined> };

/**
 * Says how a pass ends because the source left a question open: one of the reader's own, or one that the mirror had to ask
 * about a row (`incomplete`). A refusal always ends as `refused`: from that alone the instance's access is judged.
 */
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
