import type { BridgeWorld } from "../bridge-world.ts";
import { judgeBudget } from "./budget.ts";
import { judgeCanary } from "./canary.ts";
import { judgeCompleteness } from "./completeness.ts";
import { judgeDeliveries } from "./deliveries.ts";
import { judgeDials } from "./dials.ts";
import { judgeEvents } from "./events.ts";
import { judgeExplanations } from "./explanations.ts";
import { judgeHolds } from "./lasting-holds.ts";
import { judgeMirror } from "./mirror.ts";
import { judgeOrder } from "./order.ts";
import { judgeOutages } from "./outages.ts";
import { judgeReconciliation } from "./reconciliation.ts";
import { judgeSecrecy } from "./secrecy.ts";

/** Checks whether an idle world kept every promise. Violations are added to the witness. */
export async function judge(world: BridgeWorld): Promise<void> {
  await judgeMirror(world);
  judgeHolds(world);
  await judgeCompleteness(world);
  judgeEvents(world);
  judgeDeliveries(world);
  judgeDials(world);
  judgeOutages(world);
  judgeCanary(world);
  judgeOrder(world);
  judgeBudget(world);
  judgeSecrecy(world);
  await judgeExplanations(world);
  await judgeReconciliation(world);
}
