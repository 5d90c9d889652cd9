import { z } from "@hono/zod-openapi";
import { defaultQuotas, partnerIdShape } from "../../partners/partner.ts";
import { instanceName } from "../../source/instance.ts";
import { pageOf } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";

const quotaFields = {
  subscriptions: z.int().min(0).max(10_000).openapi({ description: "Subscriptions it may have.", example: 100 }),
  keys: z.int().min(0).max(1_000).openapi({ description: "API keys it may have.", example: 100 }),
  replayPerSecond: z.int().min(1).max(5_000).openapi({
    description: "Deliveries per second that its running replays may send together.",
    example: 200,
  }),
  deliveriesPerSecond: z.number().min(0.1).max(10_000).openapi({
    description: "Deliveries per second to all its endpoints together; what exceeds it waits.",
    example: 100,
  }),
};

const name = z.string().trim().min(1).max(128).openapi({ description: "For people.", example: "Acme CRM" });
const instances = z
  .array(instanceName)
  .max(1_000)
  .transform((names) => [...new Set(names)])
  .openapi({ description: "The instances whose events it may have.", example: ["acme"] });

const portalOrigins = z
  .array(z.string().max(255))
  .max(20)
  .transform((origins) => [...new Set(origins)])
  .openapi({
    description:
      "Origins whose pages may show the portal in a frame: `https://` and a host, without a path. None unless set.",
    example: ["https://app.acme.example"],
  });

export const partnerInput = z
  .strictObject({
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
  })
  .openapi("PartnerInput");

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
        deliveriesPerSecond: quotaFields.deliveriesPerSecond
          .nullable()
          .optional()
          .openapi({ description: "null: no limit." }),
      })
      .optional(),
  })
  .openapi("PartnerPatch", {
    description: "JSON merge patch (RFC 7396): what is absent stays; `instances` and `portalOrigins` are replaced.",
  });
export type PartnerPatch = z.output<typeof partnerPatch>;

export const partnerAnswer = z
  .object({
    id: z.string().openapi({ example: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
    name: z.string().openapi({ example: "Acme CRM" }),
    status: z.enum(["active", "suspended", "deleting"]).openapi({
      description:
        "`suspended`: it keeps everything, gets nothing, and its keys are refused. `deleting`: what it owned is being removed.",
    }),
    instances: z.array(z.string()).openapi({ example: ["acme"] }),
    quotas: z.object({ ...quotaFields, deliveriesPerSecond: quotaFields.deliveriesPerSecond.optional() }),
    portalOrigins: z.array(z.string()).openapi({
      description: "Origins whose pages may show the portal in a frame.",
      example: ["https://app.acme.example"],
    }),
    createdAt: z.iso.datetime().openapi({ example: "2026-11-21T09:12:33.481Z" }),
    updatedAt: z.iso.datetime().openapi({ example: "2026-11-21T09:12:33.481Z" }),
  })
  .openapi("Partner");

export const partnerPage = pageOf(partnerAnswer).openapi("PartnerPage");

export const partnerParams = z.object({
  partner: z.string().openapi({ param: { name: "partner", in: "path" }, example: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
});

export const deletionQuery = z.strictObject({
  confirm: z.string().max(64).optional().openapi({
    description: "The partner's id, once more. Without it nothing is deleted, and the answer says what would be.",
    example: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  }),
});

/** The id of a path. What can't be one belongs to nothing, and a table would refuse a key as long as a path can be. */
export function partnerIdOf({ partner }: z.output<typeof partnerParams>): string {
  if (!partnerIdShape.test(partner)) throw RequestError.notFound("this partner");
  return partner;
}
