import type { RecordResource } from "../../kernel/catalogue.ts";
import type { DetectedBy, Owner } from "../../kernel/envelope.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { FeedStats } from "../../schedule/feeds/feed.ts";
import type { Moment, Source } from "../../source/source.ts";

/** Persons and companies are always read with `view=full`; projects and activities are listed lean, their single read is full. */
export type Projection = "lean" | "full";

export type RecordRow = { readonly id: string; readonly body: JsonObject };

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
 * A row that can't be mirrored and mustn't hold up its feed: the answer to its read by id is too large, or the source calls
 * its own id malformed. The caller keeps the row in its quarantine.
 */
export type QuarantinedRow = { readonly id: string; readonly reason: "too_large" | "unreadable" };

/** The mirror has all of a page, but for the rows that `quarantined` names. */
export type Observed = {
  readonly outcome: "observed";
  readonly changed: number;
  /** Ids of the records of which a change was recorded. */
  readonly news?: readonly string[];
  readonly quarantined?: readonly QuarantinedRow[];
  /** What the page adds to the feed's statistics; without it, `changed` counts as rows that were read. */
  readonly counts?: FeedStats;
};

/** The source left a question open that the mirror had to ask about a row: the checkpoint must not move past the page. */
export type Incomplete = {
  readonly outcome: "incomplete";
  readonly reason: "exhausted" | "unavailable" | "refused";
};

export type ObserveOutcome = Observed | Incomplete;

/** Where records go. Idempotent: a page seen twice changes nothing the second time. */
export type RecordSink = {
  observe(page: RecordPage, source: Source): Promise<ObserveOutcome>;
};

/** A journal entry with its identity: the whole entry's fingerprint and its absolute occurrence number, from 0. */
export type JournalEntry = {
  readonly fingerprint: string;
  readonly occurrence: number;
  readonly body: JsonObject;
  readonly baseline: boolean;
};

export type JournalSink = {
  /** Puts each entry unless its key already stands. */
  record(instance: string, owner: Owner, entries: readonly JournalEntry[], asOf: number): Promise<void>;
  /** How many keys stand per fingerprint (consistent): where occurrence numbers go on. */
  keptOccurrences(
    instance: string,
    owner: Owner,
    fingerprints: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
  /** Whether any entry of this owner stands (consistent): then a feed without a checkpoint was read once before. */
  holdsAny(instance: string, owner: Owner): Promise<boolean>;
  /** Whether the owner itself was baseline: only then can its first journal entries be. A room counts as baseline. */
  ownerIsBaseline(instance: string, owner: Owner): Promise<boolean>;
};

/** What walks compare with and conclude. */
export type WalkMemory = {
  /**
   * Live records of one of the 16 shards that were first seen before `firstSeenBefore` (unix ms, our clock), activities with
   * the phase that may be an owner of documents.
   */
  liveRecords(
    instance: string,
    resource: RecordResource,
    shard: number,
    firstSeenBefore: number,
  ): AsyncIterable<{ readonly id: string; readonly phase?: Owner | undefined }>;
  /** The record was asked for by id and is there, though no list showed it (hazard 28). */
  unlisted(
    instance: string,
    resource: RecordResource,
    row: RecordRow,
    moment: Moment,
    source: Source,
  ): Promise<ObserveOutcome>;
  /** The record answered 404, but so many did at once that nothing is concluded before somebody decides (hazard 27). */
  held(instance: string, resource: RecordResource, id: string): Promise<void>;
  /** The record isn't held any more. */
  released(instance: string, resource: RecordResource, id: string): Promise<void>;
  /** Proven: 404 twice, with witnesses between and after. Makes a tombstone unless a newer observation stands. */
  removed(instance: string, resource: RecordResource, id: string, moment: Moment): Promise<void>;
};
