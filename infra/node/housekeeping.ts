import { laneCount } from "../../shared/adapters/sqlite/change-stream.ts";
import { tables } from "../../shared/kernel/topology.ts";
import type { NodeEngine } from "./node-engine.ts";

/** Rows per transaction: others' writes wait no longer than this takes. */
const portion = 1_000;

/**
 * What DynamoDB does by itself: deletes items whose life has ended and stream records that are done. With `trimAfter`
 * (ms) records older than that go whether done or not, as they do on AWS after 24 h.
 */
export async function keepHouse(engine: NodeEngine, trimAfter?: number): Promise<void> {
  for (const { name } of Object.values(tables)) {
    while ((await engine.table(name).sweep(portion)) === portion);
  }
  const trimBefore = trimAfter === undefined ? 0 : engine.clock.now() - trimAfter;
  for (let lane = 0; lane < laneCount; lane++) {
    while ((await engine.mirrorChanges.trim(lane, portion, trimBefore)) === portion);
  }
}
