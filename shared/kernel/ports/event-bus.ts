export type BusEntry = {
  /** The event id. Adapters log it; the bus carries it inside `detail`. */
  readonly id: string;
  readonly type: string;
  /** In unix ms. */
  readonly time: number;
  /** The envelope as JSON text, at most 256 KB. */
  readonly detail: string;
};

export type EventBus = {
  /**
   * Retries entries that the bus refused temporarily, and returns the ids of those that weren't accepted. A bus returns
   * HTTP 200 even when it refuses some entries, so a caller that ignores the result loses events.
   */
  publish(entries: readonly BusEntry[]): Promise<{ readonly refused: readonly string[] }>;
};
