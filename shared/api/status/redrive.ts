import type { QueueName } from "../../kernel/topology.ts";

/** Retries dead letters and changes that were set aside. */
export type Redrive = {
  /**
   * Moves the dead letters of a queue back to it and resolves with their number. On AWS that number is approximate, and
   * SQS moves them gradually. Throws EngineUnavailableError.
   */
  queue(name: QueueName): Promise<number>;
  /**
   * Publishes the changes that were set aside and resolves with their number. If the API lacks the permission, this is
   * the command that an operator runs in a shell instead.
   */
  readonly changes: (() => Promise<number>) | { readonly command: string };
};
