import type { Redrive } from "../../shared/api/api-services.ts";

/** A bridge without dead letters, where there is nothing to redrive. */
export const noRedrive: Redrive = { queue: async () => 0, changes: async () => 0 };
