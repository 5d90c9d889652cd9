import type { RecordResource } from "../../kernel/catalogue.ts";
import type { DetectedBy } from "../../kernel/envelope.ts";
import type { Projection, RecordRow } from "../../mirror/records/record-observation.ts";
import type { FeedStats } from "../../schedule/feeds/feed.ts";
import type { Moment } from "../../source/source.ts";

/** One page of records as a list gave it. */
export type RecordPage = {
  readonly instance: string;
  readonly resource: RecordResource;
  readonly projection: Projection;
  readonly detectedBy: DetectedBy;
  readonly moment: Moment;
  /** The feed's first contact isn't complete yet: what is seen for the first time may be baseline. */
  readonly draining: boolean;
  readonly rows: readonly RecordRow[];
};

/**
 * A row that can't be mirrored and must not hold up its feed: its read by id is too large, or the source calls the row's
 * own id malformed. The caller puts the row into quarantine.
 */
export type QuarantinedRow = { readonly id: string; readonly reason: "too_large" | "unreadable" };

/** The mirror holds the whole page, except for the rows that `quarantined` names. */
export type Observed = {
  readonly outcome: "observed";
  readonly changed: number;
  /** Ids of the records of which a change was recorded. */
  readonly news?: readonly string[];
  readonly quarantined?: readonly QuarantinedRow[];
  /** Something can't be decided before another list is read, as a folder that this one lacks. */
  readonly open?: boolean;
  /** Ids of documents that the source never answers for, or doesn't find though its list shows them: they are asked for again. */
  readonly leftOut?: readonly string[];
  /**
   * When (unix ms, our clock) the page is to be observed again although its rows stay as they are: a read by id shows other values
   * than its list, and is asked again then.
   */
  readonly askAgainAt?: number;
  /** What the page adds to the feed's statistics; without it, `changed` counts as rows that were read. */
  readonly counts?: FeedStats;
};

/** The mirror had to ask the source about a row and got no answer: the checkpoint must not move past the page. */
export type Incomplete = {
  readonly outcome: "incomplete";
  readonly reason: "exhausted" | "unavailable" | "refused";
  /** Ids of rows whose read by id the source didn't answer, where it may be these rows alone. */
  readonly unanswered?: readonly string[];
};

export type ObserveOutcome = Observed | Incomplete;
