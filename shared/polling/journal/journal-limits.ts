export type JournalLimits = {
  /** Page of a pass that expects nothing: what isn't settled yet is read again by every poll (hazard 55). */
  readonly idlePage: number;
  /** Page that catches up; the most the source allows (docs/partner-api.md#change-feed-page-size). */
  readonly largePage: number;
  /** A pass ends after a page with which it found more new entries than this: they all stand in one checkpoint. */
  readonly fresh: number;
  /** Entries a checkpoint counts: it must stay far below the 400 KB of an item. */
  readonly counted: number;
  /** Distinct entries that an interrupted replay counts; of a longer one the oldest are dropped. */
  readonly replayed: number;
};

export const journalLimits: JournalLimits = {
  idlePage: 100,
  largePage: 1_000,
  fresh: 1_000,
  counted: 2_000,
  replayed: 6_000,
};
