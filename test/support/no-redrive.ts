import type { Redrive } from "../../shared/api/status/redrive.ts";

/** Where nothing was given up on. */
export const noRedrive: Redrive = { queue: async () => 0, changes: async () => 0 };
