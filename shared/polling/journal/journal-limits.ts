export type JournalLimits = {
  /**
   * The size of a pass's first page, except in a replay. It is small, because every poll reads unsettled entries again
   * and expects nothing new (hazard 55).
   */
  readonly idlePage: number;
  /**
   * The size of all other pages, for catching up: the largest that the source allows
   * (docs/partner-api.md#change-feed-page-size).
   */
  readonly largePage: number;
  /**
   * A pass ends after the page with which it has found more new entries than this, because one checkpoint holds all of
   * them.
   */
  readonly fresh: number;
  /** The most entries that a checkpoint counts, because it must stay far below the 400 KB of an item. */
  readonly counted: number;
  /** The most distinct entries that an interrupted replay counts. In a longer one, the oldest are dropped. */
  readonly replayed: number;
};

export const journalLimits: JournalLimits = {
  idlePage: 100,
  largePage: 1_000,
  fresh: 1_000,
  counted: 2_000,
  replayed: 6_000,
};
