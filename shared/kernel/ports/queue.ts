export type OutgoingMessage = {
  /** A JSON text of ids, at most 1 MiB; bodies of records stay in tables. */
  readonly body: string;
  /** The fair-queue group, which says whose work this is: a noisy group waits, and the others don't. */
  readonly group?: string;
  /** 0 to 900; absent: none. */
  readonly delaySeconds?: number;
};

export type QueueSender = {
  /**
   * Sends all messages in batches of the engine's size, and repeats those that the engine refused for a moment. Throws
   * EngineUnavailableError when some message could not be sent. The caller's own message then comes again, and the messages
   * that were sent become duplicates, which every consumer must bear anyway.
   */
  send(messages: readonly OutgoingMessage[]): Promise<void>;
};
