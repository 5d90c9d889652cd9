import type { QueueName } from "../../kernel/topology.ts";

/** Tries again what was given up on. */
export type Redrive = {
  /**
   * Gives the dead letters of a queue back to it, and resolves with how many they are. On AWS that number is approximate,
   * and SQS moves them by and by. Throws EngineUnavailableError.
   */
  queue(name: QueueName): Promise<number>;
  /**
   * Publishes the changes that were set aside, and resolves with how many they are. Where the API has no right to do
   * that, it is the command that an operator gives in a shell instead.
   */
  readonly changes: (() => Promise<number>) | { readonly command: string };
};
