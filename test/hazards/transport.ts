import type { Hazard } from "./hazard.ts";

/** Hazards 57 to 68: authorisation, errors and transport. */
export const transportHazards: readonly Hazard[] = [];
