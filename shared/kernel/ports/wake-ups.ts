import type { QueueName, TableName } from "../topology.ts";

/** A queue, or a table whose changes are streamed. */
export type WorkName = QueueName | TableName;

/**
 * Wakes consumers, so that they don't wait until they next look for work. An engine may wake a consumer unnecessarily,
 * and may miss what another process wrote.
 */
export type WakeUps = {
  /** Calls `listener` soon after this queue or table has work. Returns a function that stops listening. */
  on(name: WorkName, listener: () => void): () => void;
};
