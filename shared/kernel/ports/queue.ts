export type OutgoingMessage = {
  /** A JSON text of ids, at most 1 MiB; bodies of records stay in tables. */
  readonly body: string;
  /** Fair-queue group: whose work this is. A noisy group waits, the others don't. */
  readonly group?: string;
  /** 0 to 900. */
  readonly delaySeconds?: number;
};

export type QueueSender = {
  /**
   * Sends all, in batches of the engine's size, retrying what the engine refused for a moment.
   * Throws EngineUnavailableError when some message could not be sent: the caller's own message then comes again, and
   * those already sent are duplicates that its consumer must bear anyway.
   */
  send(messages: readonly OutgoingMessage[]): Promise<void>;
};
