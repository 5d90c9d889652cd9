import * as z from "zod";

/** The event that asks a version to run its trial. Only the version check sends it. */
export const trialRequest = z.strictObject({ trial: z.literal(true) });

/** The form of a response that reports no failure. Handlers report failures in their responses instead of throwing. */
const success = z.object({
  batchItemFailures: z.array(z.unknown()).max(0).optional(),
  statusCode: z.number().lt(500).optional(),
});

export function trialSucceeded(response: unknown): boolean {
  return response === undefined || success.safeParse(response).success;
}
