import { tables } from "../../shared/kernel/topology.ts";
import type { NodeEngine } from "./node-engine.ts";

/**
 * Rows per transaction, which is one turn of the event loop: the rows of a source that sends the largest records take
 * 0.3 ms each.
 */
const portion = 50;

/**
 * Does what DynamoDB does on AWS: deletes expired items, and stream records that are done. With `trimAfter` (ms) it
 * also deletes older stream records that aren't done, as AWS does after 24 h.
 */
export async function deleteExpired(engine: NodeEngine, trimAfter?: number): Promise<void> {
  for (const { name } of Object.values(tables)) {
    while ((await engine.table(name).deleteExpired(portion)) === portion);
  }
  const { mirrorChanges } = engine;
  const trimBefore = trimAfter === undefined ? 0 : engine.clock.now() - trimAfter;
  for (let lane = 0; lane < mirrorChanges.lanes; lane++) {
    while ((await mirrorChanges.trim(lane, portion, trimBefore)) === portion);
  }
}
