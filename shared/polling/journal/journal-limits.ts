export type JournalLimits = {
  /** The page size of a pass that expects nothing new, because every poll reads unsettled entries again (hazard 55). */
  readonly idlePage: number;
  /** The page size for catching up: the largest that the source allows (docs/partner-api.md#change-feed-page-size). */
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
