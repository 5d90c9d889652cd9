import type { Hazard } from "./hazard.ts";

/** Hazards 24 to 34: removals, state and privacy. */
export const removalHazards: readonly Hazard[] = [];
