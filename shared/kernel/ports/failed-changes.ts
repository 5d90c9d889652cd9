/** The store of changes that publish gave up on. An operator publishes them again. */
export type FailedChanges = {
  /**
   * Stores the stream record of a change, or replaces the record that is already stored for it. Rejects if the record
   * can't be stored.
   */
  keep(change: { readonly sequenceNumber: string; readonly at: number; readonly record: object }): Promise<void>;
};
