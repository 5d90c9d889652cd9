/** Table operations that only a host needs. On AWS, DynamoDB itself expires items. */
export type TableMaintenance = {
  /** Deletes up to `limit` expired items. A streamed table streams them as removals. Returns their number. */
  deleteExpired(limit: number): Promise<number>;
  /**
   * How many live items have each value of an attribute (`true` and `false` count as "1" and "0"), in partitions whose
   * keys begin with `prefix`. It reads all of them, so callers reuse the result for a while.
   */
  countBy(attribute: string, prefix?: string): Promise<ReadonlyMap<string, number>>;
};
