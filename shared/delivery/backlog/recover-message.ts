import * as z from "zod";

/** `sweep` looks for endpoints with something due; `drain` sends what one endpoint's backlog has due. */
export const recoverMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sweep") }),
  z.object({ kind: z.literal("drain"), partner: z.string(), subscription: z.string() }),
]);
export type RecoverMessage = z.infer<typeof recoverMessage>;
