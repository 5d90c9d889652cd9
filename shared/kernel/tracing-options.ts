import * as z from "zod";

/** The options of tracing. Without them, nothing is traced. */
export const tracingOptions = z.strictObject({
  /** The base address of an OTLP/HTTP receiver; spans are sent to its `/v1/traces`. */
  endpoint: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .refine((url) => !/[@?#]/.test(url), "must not contain a user name, a query or a fragment")
    .transform((url) => url.replace(/\/+$/, "")),
  /** The share of events that are traced. */
  share: z.number().min(0).max(1).default(0.01),
  /** Whether the webhooks of traced events have a `traceparent` header. */
  traceparent: z.boolean().default(false),
});
export type TracingOptions = z.output<typeof tracingOptions>;
