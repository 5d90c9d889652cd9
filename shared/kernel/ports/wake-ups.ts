import type { QueueName, TableName } from "../topology.ts";

/** A queue, or a table whose changes are streamed. */
export type WorkName = QueueName | TableName;

/**
 * Tells consumers that there is work, so that they needn't wait until they look for it anyway. It is only a hint: an
 * engine may wake a consumer for nothing, and may fail to wake it for what another process wrote.
 */
export type WakeUps = {
  /** Calls `listener` soon after there is work of this name. Returns how to stop listening. */
  on(name: WorkName, listener: () => void): () => void;
};
