/** The store of changes that publish gave up on. An operator publishes them again. */
export type FailedChanges = {
  /**
   * Stores the stream record of a change. A repeat replaces the stored record. Rejects if the record can't be stored.
   */
  keep(change: { readonly sequenceNumber: string; readonly at: number; readonly record: object }): Promise<void>;
};
