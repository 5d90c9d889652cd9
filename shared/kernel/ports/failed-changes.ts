/** The store of changes that publish gave up on. An operator has them published again. */
export type FailedChanges = {
  /** Stores the stream record of a change. A repeat replaces what it stored before. Rejects if the store can't take it. */
  keep(change: { readonly sequenceNumber: string; readonly at: number; readonly record: object }): Promise<void>;
};
