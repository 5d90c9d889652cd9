import * as z from "zod";

export const tracingOptions = z.strictObject({
  /** The base address of an OTLP/HTTP receiver; spans are sent to its `/v1/traces`. */
  endpoint: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .refine((url) => !/[@?#]/.test(url), "must not contain a user name, a query or a fragment")
    .transform((url) => url.replace(/\/+$/, "")),
  share: z.number().min(0).max(1).default(0.01),
  traceparent: z.boolean().default(false),
});
export type TracingOptions = z.output<typeof tracingOptions>;
