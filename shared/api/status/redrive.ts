import type { QueueName } from "../../kernel/topology.ts";

export type Redrive = {
  /**
   * Resolves with the number of dead letters that return to the queue. On AWS, this number is approximate, and SQS
   * moves the dead letters gradually. Throws EngineUnavailableError.
   */
  queue(name: QueueName): Promise<number>;
  /**
   * Resolves with the number of published changes. If the API lacks the permission, an operator runs `command` in a
   * shell.
   */
  readonly changes: (() => Promise<number>) | { readonly command: string };
};
