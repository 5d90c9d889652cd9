import { InvalidInputError, ItemTooLargeError } from "../errors.ts";

export type OutgoingMessage = {
  /** JSON text with ids, at most 1 MiB. Bodies of records stay in tables. */
  readonly body: string;
  /**
   * The fair-queue group. A noisy group waits behind the others. The part before the first `/` or `#` is the group's
   * owner. On one machine, owners take turns, and each shares its turns among its groups. SQS knows only groups.
   */
  readonly group?: string;
  /** From 0 to 900; SQS rounds up to whole seconds. */
  readonly delaySeconds?: number;
};

/** SQS's limits in seconds and bytes. The single node also applies them. */
export const longestDelaySeconds = 900;
export const longestMessage = 1024 * 1024;

/** Throws ItemTooLargeError and InvalidInputError for a message that SQS refuses. */
export function checkMessage({ body, delaySeconds = 0 }: OutgoingMessage): void {
  if (delaySeconds < 0 || delaySeconds > longestDelaySeconds) {
    throw new InvalidInputError("message", [
      { path: "delaySeconds", message: `${delaySeconds} isn't between 0 and 900` },
    ]);
  }
  const size = Buffer.byteLength(body);
  if (size > longestMessage) throw new ItemTooLargeError(`a message has ${size} bytes`);
}

export type QueueSender = {
  /**
   * Retries messages that the engine refused temporarily. Throws `EngineUnavailableError` if a message couldn't
   * be sent. The caller's own message is then received again, and the messages already sent become duplicates, which
   * every consumer must tolerate.
   */
  send(messages: readonly OutgoingMessage[]): Promise<void>;
};

/** `id` and `receives` are a consumer's receipt: a later receive makes the receipt void. */
export type ReceivedMessage = {
  /** Unique within the queue, and the same at every receive. */
  readonly id: string;
  /** The empty text if the message was sent without a group. */
  readonly group: string;
  readonly body: string;
  /** Including this receive. */
  readonly receives: number;
  /** Unix ms. */
  readonly sentAt: number;
};

/** For a queue that the host pumps itself. On AWS, Lambda's event source mapping does this. */
export type QueueConsumer = {
  /**
   * Returns up to `max` ready messages and hides them for the queue's visibility timeout. A message that has already
   * been received `maxReceives` times becomes a dead letter instead.
   */
  receive(max: number): Promise<readonly ReceivedMessage[]>;
  /** Deletes messages that are done, except those that were received again after their visibility timeout. */
  acknowledge(messages: readonly ReceivedMessage[]): Promise<void>;
  /** Makes failed messages ready again after `afterMs`, instead of after their visibility timeout. */
  release(messages: readonly ReceivedMessage[], afterMs: number): Promise<void>;
  hasReady(count: number): Promise<boolean>;
  /** When the next hidden message becomes ready (unix ms). */
  nextReadyAt(): Promise<number | undefined>;
};

/** `inFlight`: held by a consumer. `dead`: dead letters. */
export type QueueDepth = {
  readonly ready: number;
  readonly delayed: number;
  readonly inFlight: number;
  readonly dead: number;
};

export type QueueMaintenance = {
  /**
   * Makes messages ready again if the process that held them has ended, and returns their number. Only a host that
   * knows that the process has ended may call this.
   */
  releaseInFlight(): Promise<number>;
  /** Sends the dead letters again, with one receive counted, because they aren't new. Returns their number. */
  redrive(): Promise<number>;
  depth(): Promise<QueueDepth>;
  /** When the oldest ready message was sent (unix ms). */
  readySince(): Promise<number | undefined>;
  /** When the oldest dead letter became one (unix ms). */
  deadSince(): Promise<number | undefined>;
};

export type Queue = QueueSender & QueueConsumer & QueueMaintenance;
