export type OutgoingMessage = {
  /** A JSON text of ids, at most 1 MiB; bodies of records stay in tables. */
  readonly body: string;
  /** The fair-queue group: a noisy group waits, and the others don't. */
  readonly group?: string;
  /** 0 to 900, which SQS rounds up to whole seconds; absent: none. */
  readonly delaySeconds?: number;
};

export type QueueSender = {
  /**
   * Sends all messages in batches of the engine's size, and retries those that the engine refused temporarily. Throws
   * EngineUnavailableError when some message couldn't be sent. The caller's own message is then received again, and the
   * messages already sent become duplicates, which every consumer must tolerate anyway.
   */
  send(messages: readonly OutgoingMessage[]): Promise<void>;
};

/** A message that a consumer holds. `id` and `receives` together are its receipt: a later receive makes this one void. */
export type ReceivedMessage = {
  /** Unique within the queue, and the same at every receive. */
  readonly id: string;
  /** The empty text if the message was sent without a group. */
  readonly group: string;
  readonly body: string;
  /** How often the message was received, this receive included. */
  readonly receives: number;
  /** Unix ms. */
  readonly sentAt: number;
};

/** The consuming side of a queue that the host pumps itself. On AWS, Lambda's event source mapping does this. */
export type QueueConsumer = {
  /**
   * Hands out up to `max` ready messages and hides them for the queue's visibility. A message that was received
   * `maxReceives` times before becomes a dead letter instead. The answer is empty when nothing is ready.
   */
  receive(max: number): Promise<readonly ReceivedMessage[]>;
  /** Deletes messages that are done, but not those that were received again after their visibility had ended. */
  acknowledge(messages: readonly ReceivedMessage[]): Promise<void>;
  /** Makes messages that failed ready again after `afterMs`, instead of when their visibility ends. */
  release(messages: readonly ReceivedMessage[], afterMs: number): Promise<void>;
  /** Whether at least `count` messages could be received now. */
  hasReady(count: number): Promise<boolean>;
  /** When (unix ms) the next hidden message becomes ready; undefined when none is hidden. */
  nextReadyAt(): Promise<number | undefined>;
};

/** How many messages of a queue are ready, delayed, held by a consumer, and dead letters. */
export type QueueDepth = {
  readonly ready: number;
  readonly delayed: number;
  readonly inFlight: number;
  readonly dead: number;
};

/** Queue operations of a host and its operator other than sending and consuming. */
export type QueueMaintenance = {
  /** Makes ready what an ended process held. Only a host that knows that the process has ended may call this. */
  releaseInFlight(): Promise<number>;
  /** Sends the dead letters again, with one receive counted since they aren't new. Returns the number. */
  redrive(): Promise<number>;
  depth(): Promise<QueueDepth>;
  /** Unix ms when the oldest message that is ready was sent. */
  readySince(): Promise<number | undefined>;
  /** Unix ms when the oldest dead letter died. */
  deadSince(): Promise<number | undefined>;
};

export type Queue = QueueSender & QueueConsumer & QueueMaintenance;
