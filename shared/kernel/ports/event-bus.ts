export type BusEntry = {
  /** The event id: adapters log it, the bus carries it inside `detail`. */
  readonly id: string;
  /** `detail-type`. */
  readonly type: string;
  /** Unix milliseconds. */
  readonly time: number;
  /** JSON text of the envelope, at most 256 KB. */
  readonly detail: string;
};

export type EventBus = {
  /**
   * Puts all entries, packed by count (10) and bytes (1 MB), and retries those that the bus refused temporarily.
   * Returns the ids of entries that it still refuses: the bus answers HTTP 200 even when it refuses single entries.
   */
  publish(entries: readonly BusEntry[]): Promise<{ readonly refused: readonly string[] }>;
};
