import type { Redrive } from "../../shared/api/status/redrive.ts";

/** A bridge without dead letters, where there is nothing to redrive. */
export const noRedrive: Redrive = { queue: async () => 0, changes: async () => 0 };
