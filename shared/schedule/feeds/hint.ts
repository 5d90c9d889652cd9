import * as z from "zod";

/**
 * Why an owner's documents may have changed: its own record changed, an activity of its project changed, or an unknown
 * document appeared elsewhere. The precision of each kind is learned for each instance (`HintPrecision`).
 */
export const hint = z.enum(["record", "activity", "document"]);
export type Hint = z.infer<typeof hint>;
