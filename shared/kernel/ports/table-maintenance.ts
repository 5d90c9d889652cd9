/** Table operations that only a host needs. On AWS, DynamoDB expires items by itself. */
export type TableMaintenance = {
  /** Deletes up to `limit` items whose life has ended; a streamed table streams that as removals. Returns how many. */
  deleteExpired(limit: number): Promise<number>;
  /**
   * How many live items have each value of an attribute (`true` and `false` count as "1" and "0"), of partitions whose keys begin
   * with `prefix`. Reads all of them, so callers keep the answer for a while.
   */
  countBy(attribute: string, prefix?: string): Promise<ReadonlyMap<string, number>>;
};
