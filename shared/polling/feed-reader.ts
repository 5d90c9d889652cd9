import type { RecordResource } from "../kernel/catalogue.ts";
import type { Json } from "../kernel/json.ts";
import type { Feed } from "../schedule/feeds/feed.ts";
import type { ObservedChanges } from "../schedule/rates/change-rate.ts";
import type { Instance } from "../source/instance.ts";
import type { Source, SourceAnswer } from "../source/source.ts";
import type { ObserveOutcome } from "./rows/record-sink.ts";

/** What a reader knows of the visit it reads in. */
export type Visit = {
  readonly feed: Feed;
  /** Answers `exhausted` once the visit's allowance or time is used up. */
  readonly source: Source;
  /** An operator's wish that every feed of the instance reads again. */
  readonly rewind?: Instance["rewind"];
  /** Unix ms of our clock when the visit began. */
  readonly beganAt: number;
  /** When the instance was connected, in unix ms of the server's clock; undefined before the first contact. */
  readonly connectedAt: number | undefined;
  /** Fixes `connectedAt` at this moment unless it is fixed, and gives what holds. */
  connect(asOf: number): Promise<number>;
};

/**
 * One stride of a reader: what it read goes to the mirror first, then its checkpoint is saved by compare-and-set. A crash
 * in between repeats the stride; it never skips it.
 */
export type Step = {
  observe(): Promise<ObserveOutcome>;
  /** Equal to what stands: nothing is written. */
  readonly checkpoint: Json;
  /** Change time (unix ms) up to which the feed is read. */
  readonly watermark?: number;
  /** First contact is read to its end. */
  readonly drained?: boolean;
  /**
   * To be repeated costs no more than a few requests, and nothing that follows in the visit rests on it: its checkpoint may
   * be written along with the next step's, or at the visit's end.
   */
  readonly mayWait?: true;
  /** Of owners: when what it found for the first time happened, from which the feed's period is learned. */
  readonly observedChanges?: ObservedChanges;
  /** Resource whose full walk is due at once, since this step left something to it. */
  readonly requestsWalk?: RecordResource;
};

/** How a pass ended. */
export type PassEnd =
  /** Read to the end as it stands. */
  | { readonly outcome: "done" }
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

/** Reads a feed from its checkpoint on. A reader of every kind fits here, and the visit knows no kinds. */
export type FeedReader = { read(visit: Visit): AsyncGenerator<Step, PassEnd, undefined> };

/** What an answer that isn't `ok` means for the pass. */
export function endBecauseOf(answer: Exclude<SourceAnswer<unknown>, { outcome: "ok" }>): PassEnd {
  switch (answer.outcome) {
    case "exhausted":
      return { outcome: "yielded" };
    case "revoked":
    case "forbidden":
    case "unauthorized":
      return { outcome: "refused", by: answer.outcome };
    case "unavailable": {
      const { status, retryAfterMs, unreadable } = answer;
      if (unreadable !== undefined) return { outcome: "failed", reason: "unreadable_page", unreadable };
      const reason = status === undefined ? "unavailable" : `unavailable_${status}`;
      return { outcome: "failed", reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
    }
    case "notFound":
      return { outcome: "failed", reason: "not_found" };
    case "badRequest":
      return { outcome: "failed", reason: "bad_request" };
    case "unprocessable":
      return { outcome: "failed", reason: "unprocessable" };
  }
}

/** What it means for the pass that the mirror couldn't take what was read: a question it had to ask stayed open. */
export function endOfUnobserved({ reason }: Extract<ObserveOutcome, { outcome: "incomplete" }>): PassEnd {
  if (reason === "exhausted") return { outcome: "yielded" };
  return reason === "refused" ? { outcome: "refused", by: "forbidden" } : { outcome: "failed", reason };
}
