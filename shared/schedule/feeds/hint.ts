import * as z from "zod";

/**
 * Why an owner's documents may have changed: its own record did, an activity of its project moved, or a document appeared
 * elsewhere that nobody knew. How often each kind is right is learned per instance (`HintPrecision`).
 */
export const hint = z.enum(["record", "activity", "document"]);
export type Hint = z.infer<typeof hint>;
