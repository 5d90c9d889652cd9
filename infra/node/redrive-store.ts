import { queues } from "../../shared/kernel/topology.ts";
import { openStoreEngine } from "./open-store-engine.ts";

/**
 * Sends dead letters again, and appends the changes that were set aside to the stream anew. A host that runs on the store
 * finds them by itself.
 */
export async function redriveStore(dataDir: string): Promise<{ readonly messages: number; readonly changes: number }> {
  const engine = openStoreEngine(dataDir);
  try {
    let messages = 0;
    for (const { name } of Object.values(queues)) messages += await engine.queue(name).redrive();
    return { messages, changes: await engine.mirrorChanges.redrive() };
  } finally {
    engine.close();
  }
}
