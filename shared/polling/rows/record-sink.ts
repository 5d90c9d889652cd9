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

/** Stores records in the mirror. It is idempotent: observing the same page twice changes nothing the second time. */
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

/** An entry of which the mirror has the key. */
export type KnownEntry = {
  readonly fingerprint: string;
  /** Undefined where nothing but its key and its document was kept. */
  readonly identity: string | undefined;
  readonly documentId: string | undefined;
};

export type JournalSink = {
  /** Stores each entry whose key doesn't exist yet. */
  record(instance: string, owner: Owner, entries: readonly JournalEntry[], asOf: number): Promise<void>;
  /** Counts the stored keys per fingerprint (consistent read): occurrence numbers continue from there. */
  keptOccurrences(
    instance: string,
    owner: Owner,
    fingerprints: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
  /** The first stored entry of each of these fingerprints (consistent read), or all entries of the owner. */
  knownEntries(
    instance: string,
    owner: Owner,
    fingerprints: readonly string[] | undefined,
  ): Promise<readonly KnownEntry[]>;
  /** Stores the keys of entries that are known already, and that are now read with these fingerprints. They make no events. */
  recordKeys(instance: string, owner: Owner, entries: readonly KnownEntry[]): Promise<void>;
  /**
   * Whether any entry of this owner is stored (consistent read): if so, a feed without a checkpoint has been read
   * before.
   */
  holdsAny(instance: string, owner: Owner): Promise<boolean>;
  /**
   * Drops the bodies of the owner's entries that were stored before a moment (unix ms, our clock), of one portion behind the key
   * `after`; their keys stay, since they are what is counted. Gives the key behind which to go on, undefined at the end.
   */
  dropBodies(
    instance: string,
    owner: Owner,
    portion: { readonly storedBefore: number; readonly after: string | undefined },
  ): Promise<string | undefined>;
  /** Whether the owner itself was baseline: only then can its first journal entries be. A room counts as baseline. */
  ownerIsBaseline(instance: string, owner: Owner): Promise<boolean>;
};

/** Tells walks which records to expect, and takes what they conclude. */
export type WalkMemory = {
  /** The shard, from 0 to 15, in which a record's id stands. */
  shardOf(id: string): number;
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
  /** Records that the record is there, as its read by id showed, although no list showed it (hazard 28). */
  unlisted(
    instance: string,
    resource: RecordResource,
    row: RecordRow,
    moment: Moment,
    source: Source,
  ): Promise<ObserveOutcome>;
  /**
   * Records that the removal is held: the record answered 404, but so many others did at once that nothing is
   * concluded before an operator decides (hazard 27).
   */
  held(instance: string, resource: RecordResource, id: string): Promise<void>;
  /** Records that the removal is no longer held. */
  released(instance: string, resource: RecordResource, id: string): Promise<void>;
  /**
   * Records a proven removal: two 404s, with witnesses between and after them. Makes a tombstone unless a newer
   * observation is stored.
   */
  removed(instance: string, resource: RecordResource, id: string, moment: Moment): Promise<void>;
};
