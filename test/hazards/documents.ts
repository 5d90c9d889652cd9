import type { Hazard } from "./hazard.ts";

/** Hazards 35 to 56: the change feed, documents and folders. */
export const documentHazards: readonly Hazard[] = [];
