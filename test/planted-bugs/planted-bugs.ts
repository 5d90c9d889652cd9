import { adapterBugs } from "./adapter-bugs.ts";
import { completenessBugs } from "./completeness-bugs.ts";
import { deliveryBugs } from "./delivery-bugs.ts";
import { destinationBugs } from "./destination-bugs.ts";
import { failingSourceBugs } from "./failing-source-bugs.ts";
import { ingestBugs } from "./ingest-bugs.ts";
import { orderedBugs } from "./ordered-bugs.ts";
import type { PlantedBug } from "./planted-bug.ts";
import { publishingBugs } from "./publishing-bugs.ts";
import { pullAndErasureBugs } from "./pull-and-erasure-bugs.ts";
import { reconcileBugs } from "./reconcile-bugs.ts";
import { versionBugs } from "./version-bugs.ts";

/** All of them, in the order of the pipeline. */
export const plantedBugs: readonly PlantedBug[] = [
  ...ingestBugs,
  ...failingSourceBugs,
  ...publishingBugs,
  ...deliveryBugs,
  ...destinationBugs,
  ...orderedBugs,
  ...pullAndErasureBugs,
  ...completenessBugs,
  ...reconcileBugs,
  ...adapterBugs,
  ...versionBugs,
];
