/** The key that wraps every tenant's data key: a KMS key on AWS, a key file (mode 0600) on one machine. */
export type KeyWrapper = {
  /** `context` (the tenant) is authenticated. Unwrapping under another context fails with UnsealError. */
  wrap(dataKey: Uint8Array, context: string): Promise<Uint8Array>;
  unwrap(wrapped: Uint8Array, context: string): Promise<Uint8Array>;
};
