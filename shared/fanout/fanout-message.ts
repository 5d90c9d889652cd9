import * as z from "zod";

/**
 * What the bus rule passes on: ids only. `after` continues behind a subscription id where one event has many matches;
 * `repeated`: a worker may have died over it after it sent its deliveries.
 */
export const fanoutMessage = z.object({
  instance: z.string(),
  id: z.string(),
  type: z.string(),
  after: z.string().optional(),
  repeated: z.literal(true).exactOptional(),
});
export type FanoutMessage = z.infer<typeof fanoutMessage>;
