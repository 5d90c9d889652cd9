/** Stores changes that publish gave up on. An operator publishes them again. */
export type FailedChanges = {
  /** Replaces the record if one is already stored for the change. Rejects if the record can't be stored. */
  keep(change: { readonly sequenceNumber: string; readonly at: number; readonly record: object }): Promise<void>;
};
