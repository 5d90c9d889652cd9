import { z } from "@hono/zod-openapi";
import { isoTime } from "../../kernel/instant.ts";
import { defaultQuotas, type Partner } from "../../partners/partner.ts";
import { instanceName } from "../../source/instance.ts";
import { answerSchema, inputSchema } from "../http/named-schemas.ts";

const quotaFields = {
  subscriptions: z.int().min(0).max(10_000).openapi({
    description: "The maximum number of subscriptions.",
    example: 100,
  }),
  keys: z.int().min(0).max(1_000).openapi({ description: "The maximum number of API keys.", example: 100 }),
  replayPerSecond: z.int().min(1).max(5_000).openapi({
    description: "The maximum number of deliveries per second for all of the partner's running replays combined.",
    example: 200,
  }),
  deliveriesPerSecond: z.number().min(0.1).max(10_000).openapi({
    description:
      "The maximum number of deliveries per second to all of the partner's endpoints combined. Excess deliveries wait.",
    example: 100,
  }),
};

const name = z.string().trim().min(1).max(128).openapi({
  description: "The partner's display name.",
  example: "Acme CRM",
});
const instances = z
  .array(instanceName)
  .max(1_000)
  .transform((names) => [...new Set(names)])
  .openapi({
    description: "The instances whose events the partner can receive.",
    example: ["acme"],
  });

const portalOrigins = z
  .array(z.string().max(255))
  .max(20)
  .transform((origins) => [...new Set(origins)])
  .openapi({
    description:
      "The origins whose pages may embed the portal in a frame: `https://` and a host, without a path. Default: none.",
    example: ["https://app.acme.example"],
  });

export const partnerInput = inputSchema("PartnerInput", {
  name,
  instances: instances.default([]),
  portalOrigins: portalOrigins.default([]),
  quotas: z
    .strictObject({
      subscriptions: quotaFields.subscriptions.default(defaultQuotas.subscriptions),
      keys: quotaFields.keys.default(defaultQuotas.keys),
      replayPerSecond: quotaFields.replayPerSecond.default(defaultQuotas.replayPerSecond),
      deliveriesPerSecond: quotaFields.deliveriesPerSecond.optional(),
    })
    .optional(),
});

export const partnerPatch = z
  .strictObject({
    name: name.optional(),
    instances: instances.optional(),
    portalOrigins: portalOrigins.optional(),
    quotas: z
      .strictObject({
        subscriptions: quotaFields.subscriptions.optional(),
        keys: quotaFields.keys.optional(),
        replayPerSecond: quotaFields.replayPerSecond.optional(),
        deliveriesPerSecond: quotaFields.deliveriesPerSecond.nullable().optional().openapi({
          description:
            "The maximum number of deliveries per second to all of the partner's endpoints combined. `null` removes the limit.",
        }),
      })
      .optional(),
  })
  .openapi("PartnerPatch", {
    description:
      "A JSON merge patch (RFC 7396). Absent fields keep their values. `instances` and `portalOrigins` are replaced as a whole.",
  });
export type PartnerPatch = z.output<typeof partnerPatch>;

export const partnerAnswer = answerSchema("Partner", {
  id: z.string().openapi({ example: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
  name: z.string().openapi({ example: "Acme CRM" }),
  status: z.enum(["active", "suspended", "deleting"]).openapi({
    description:
      "`suspended`: the partner keeps its data but receives nothing, and its keys are rejected. `deleting`: the partner's data is being deleted.",
  }),
  instances: z.array(z.string()).openapi({ example: ["acme"] }),
  quotas: z.object({ ...quotaFields, deliveriesPerSecond: quotaFields.deliveriesPerSecond.optional() }),
  portalOrigins: z.array(z.string()).openapi({
    description: "The origins whose pages may embed the portal in a frame.",
    example: ["https://app.acme.example"],
  }),
  createdAt: z.iso.datetime().openapi({ example: "2026-11-21T09:12:33.481Z" }),
  updatedAt: z.iso.datetime().openapi({ example: "2026-11-21T09:12:33.481Z" }),
});

export const partnerParams = z.object({
  partner: z.string().openapi({ example: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
});

export function partnerView(one: Partner): z.input<typeof partnerAnswer> {
  const { id, name: shown, status, instances: bound, quotas, portalOrigins: origins = [], createdAt, updatedAt } = one;
  return {
    ...{ id, name: shown, status, instances: bound },
    ...{ quotas: { keys: defaultQuotas.keys, ...quotas }, portalOrigins: origins },
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}
