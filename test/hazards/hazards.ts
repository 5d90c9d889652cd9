import { documentHazards } from "./documents.ts";
import type { Hazard } from "./hazard.ts";
import { removalHazards } from "./removals.ts";
import { timelineHazards } from "./timelines.ts";
import { transportHazards } from "./transport.ts";

/** Every hazard of the contract, 1 to 70. */
export const hazards: readonly Hazard[] = [
  ...timelineHazards,
  ...removalHazards,
  ...documentHazards,
  ...transportHazards,
];
